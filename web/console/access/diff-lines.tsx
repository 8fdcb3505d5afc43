import { Hourglass, Minus, Plus } from 'lucide-react'
import type { PermissionCatalog } from '#core/access/schema.ts'
import { diff } from './messages.ts'
import { permissionLabel } from './permissions.tsx'
import { Until } from './until.tsx'

export interface DiffLinesProps {
  before: readonly string[]
  after: readonly string[]
  ends?: Readonly<Record<string, string | null>> | undefined
  catalog?: PermissionCatalog | undefined
}

const NONE: Readonly<Record<string, string | null>> = {}

export function DiffLines({ before, after, ends = NONE, catalog }: DiffLinesProps) {
  const gets = after.filter((one) => !before.includes(one))
  const loses = before.filter((one) => !after.includes(one))
  const changed = after.filter((one) => before.includes(one) && ends[one] !== undefined)
  if (gets.length + loses.length + changed.length === 0)
    return <p className="text-13 text-muted">{diff.nothing}</p>
  return (
    <ul className="flex flex-col text-13">
      {gets.map((permission) => (
        <li key={permission} className="flex items-center gap-1.5">
          <Plus aria-hidden className="size-3.5 shrink-0 text-ok" />
          {diff.gets(permissionLabel(permission, catalog))}
          <Until at={ends[permission]} className="text-muted" />
        </li>
      ))}
      {changed.map((permission) => (
        <li key={permission} className="flex items-center gap-1.5">
          <Hourglass aria-hidden className="size-3.5 shrink-0 text-warn" />
          {(ends[permission] === null ? diff.lasts : diff.ends)(permissionLabel(permission, catalog))}
          <Until at={ends[permission]} className="text-muted" />
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
