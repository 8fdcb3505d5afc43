import { Download } from 'lucide-react'
import type { ExportedRoute, QueryOf } from '#ground/api/contract.ts'
import { Button } from '../../ui/button.tsx'
import { addressOf } from '../../ui/href.ts'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { exports } from './messages.ts'

export interface ExportMenuProps<R extends ExportedRoute> {
  route: R
  query: Omit<QueryOf<R>, 'format'>
}

export function ExportMenu<R extends ExportedRoute>({ route, query }: ExportMenuProps<R>) {
  const download = (format: 'csv' | 'jsonl') => () =>
    window.location.assign(addressOf(route, { query: { ...query, format } }))
  return (
    <Menu
      trigger={
        <Button icon={<Download aria-hidden />}>
          <span className="max-sm:sr-only">{exports.label}</span>
        </Button>
      }
    >
      <MenuItem onSelect={download('csv')}>{exports.csv}</MenuItem>
      <MenuItem onSelect={download('jsonl')}>{exports.jsonl}</MenuItem>
    </Menu>
  )
}
