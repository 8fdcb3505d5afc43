import { Minus, Plus, UsersRound } from 'lucide-react'
import { useState } from 'react'
import type { AccessItem, PermissionCatalog } from '#core/access/schema.ts'
import { Button } from '../../ui/button.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { Notice } from '../../ui/notice.tsx'
import { permissionLabel } from '../access/permissions.tsx'
import { cellState } from './cell-state.ts'
import { CopyAccessDialog } from './copy-access-dialog.tsx'
import { holderName, holderOf } from './holder.ts'
import { hubs } from './messages.ts'
import type { useDraft } from './use-draft.ts'

export interface SelectionBarProps {
  hub: string
  selected: readonly AccessItem[]
  catalog: PermissionCatalog
  edits: Pick<ReturnType<typeof useDraft>, 'setForAll' | 'copyTo'>
  revision: number
  onClear(): void
}

export function SelectionBar({ hub, selected, catalog, edits, revision, onClear }: SelectionBarProps) {
  const [leftOut, setLeftOut] = useState<readonly string[]>([])
  const [copying, setCopying] = useState(false)
  const offered = catalog.items.filter(({ name }) => selected.some((item) => item.grantable.includes(name)))
  function setForAll(permission: string, held: boolean) {
    const entry = catalog.items.find(({ name }) => name === permission)!
    const states = selected.map((item) => ({ item, ...cellState(item, entry, undefined) }))
    const changed = states.filter(({ lock }) => lock === null).map(({ item }) => item)
    edits.setForAll(changed.map(holderOf), { permission, held }, revision)
    setLeftOut(states.flatMap(({ item, lock }) => (lock === null ? [] : [`${holderName(item)}: ${lock}`])))
  }
  return (
    <section aria-label={hubs.selection} className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2 rounded-m bg-accent-soft px-3 py-1.5">
        <p role="status" className="me-auto font-medium tabular-nums">
          {hubs.selected(selected.length)}
        </p>
        <Menu trigger={<Button icon={<Plus aria-hidden />}>{hubs.give}</Button>}>
          {offered.map(({ name, grantable }) => (
            <MenuItem key={name} disabled={!grantable} onSelect={() => setForAll(name, true)}>
              {permissionLabel(name, catalog)}
            </MenuItem>
          ))}
        </Menu>
        <Menu trigger={<Button icon={<Minus aria-hidden />}>{hubs.take}</Button>}>
          {offered.map(({ name }) => (
            <MenuItem key={name} onSelect={() => setForAll(name, false)}>
              {permissionLabel(name, catalog)}
            </MenuItem>
          ))}
        </Menu>
        <Button icon={<UsersRound aria-hidden />} onClick={() => setCopying(true)}>
          {hubs.sameAs}
        </Button>
        <Button onClick={onClear}>{hubs.unselect}</Button>
      </div>
      {leftOut.length > 0 && (
        <Notice kind="attention" title={hubs.leftOut(leftOut.length)}>
          <ul className="text-13">
            {leftOut.map((line) => (
              <li key={line} className="break-words">
                {line}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {copying && (
        <CopyAccessDialog
          hub={hub}
          catalog={catalog}
          count={selected.length}
          onClose={() => setCopying(false)}
          onCopy={(wanted) => {
            setCopying(false)
            edits.copyTo(selected.map(holderOf), wanted, revision)
          }}
        />
      )}
    </section>
  )
}
