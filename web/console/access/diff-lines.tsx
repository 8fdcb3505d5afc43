import { Minus, Plus } from 'lucide-react'
import type { PermissionCatalog } from '#core/access/schema.ts'
import { diff } from './messages.ts'
import { permissionLabel } from './permissions.tsx'

export interface DiffLinesProps {
  before: readonly string[]
  after: readonly string[]
  catalog?: PermissionCatalog | undefined
}

/** What somebody gets and loses, in words. */
export function DiffLines({ before, after, catalog }: DiffLinesProps) {
  const gets = after.filter((one) => !before.includes(one))
  const loses = before.filter((one) => !after.includes(one))
  if (gets.length + loses.length === 0) return <p className="text-13 text-muted">{diff.nothing}</p>
  return (
    <ul className="flex flex-col text-13">
      {gets.map((permission) => (
        <li key={permission} className="flex items-center gap-1.5">
          <Plus aria-hidden className="size-3.5 shrink-0 text-ok" />
          {diff.gets(permissionLabel(permission, catalog))}
        </li>
      ))}
      {loses.map((permission) => (
        <li key={permission} className="flex items-center gap-1.5">
          <Minus aria-hidden className="size-3.5 shrink-0 text-danger" />
          {diff.loses(permissionLabel(permission, catalog))}
        </li>
      ))}
    </ul>
  )
}
