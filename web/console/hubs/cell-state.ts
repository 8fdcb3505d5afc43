import type { AccessItem, PermissionEntry } from '#core/access/schema.ts'
import { hubs } from './messages.ts'
import { endsOf, type Edit } from './draft.ts'

export interface CellState {
  /** `granted`: by a direct grant. `inherited`: from the organization or the grant to everyone. */
  held: 'none' | 'granted' | 'inherited'
  via: 'organization' | 'everyone' | null
  /** Null: permanent. */
  until: string | null
  isEdited: boolean
  lock: string | null
}

const { locks } = hubs

export function cellState(
  item: AccessItem,
  permission: PermissionEntry,
  edit: Omit<Edit, 'name'> | undefined,
  /** Default expiry of new grants. */
  end: string | null = null,
): CellState {
  const holds = (held: readonly string[] = []) => held.includes(permission.name)
  const newEnd = edit && endsOf(edit, end)[permission.name]
  const isEdited = newEnd !== undefined || holds(edit?.before) !== holds(edit?.after)
  const isDirect = isEdited ? holds(edit?.after) : holds(item.direct)
  const inherited = item.effective.find(
    (one) => one.permission === permission.name && (one.via === 'organization' || one.via === 'everyone'),
  )
  const via = inherited?.via === 'organization' || inherited?.via === 'everyone' ? inherited.via : null
  const counting = item.effective.find((one) => one.permission === permission.name)
  return {
    until: isEdited ? (newEnd ?? null) : (counting?.grant?.expires_at ?? null),
    held: isDirect ? 'granted' : via ? 'inherited' : 'none',
    via,
    isEdited,
    lock: lockOf(item, permission),
  }
}

function lockOf(item: AccessItem, permission: PermissionEntry): string | null {
  if (item.kind === 'everyone' && !item.direct.includes(permission.name)) return locks.everyone
  if (item.grantable.includes(permission.name)) return null
  if (permission.without_effect) return locks.withoutEffect
  if (!permission.grantable) return locks.ceiling
  return item.status === 'blocked' ? locks.blocked : locks.ceiling
}
