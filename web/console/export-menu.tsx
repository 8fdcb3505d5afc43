import { Download } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { Menu, MenuItem } from '../ui/menu.tsx'
import { address } from './api/client.ts'
import { messages } from './messages.ts'

export interface ExportMenuProps {
  path: '/people' | '/access' | '/audit' | '/access-changes'
  /** The filters of the list: what is seen is what is exported, on all pages. */
  query: Readonly<Record<string, string | undefined>>
}

export function ExportMenu({ path, query }: ExportMenuProps) {
  const { exports } = messages
  const download = (format: 'csv' | 'jsonl') => () =>
    window.location.assign(address(path, { ...query, format }))
  return (
    <Menu trigger={<Button icon={<Download aria-hidden />}>{exports.label}</Button>}>
      <MenuItem onSelect={download('csv')}>{exports.csv}</MenuItem>
      <MenuItem onSelect={download('jsonl')}>{exports.jsonl}</MenuItem>
    </Menu>
  )
}
