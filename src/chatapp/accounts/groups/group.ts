import type { Permissions } from '../settings/schema.ts'

/** A group of accounts. Names are not unique: a group is known by its id. Times are epoch seconds. */
export interface Group {
  id: string
  /** Creator: an account's id, or the service's. */
  creatorId: string
  name: string
  description: string
  /** Additional data of clients; `config.share` defines who may pick the group when sharing. */
  data: Record<string, unknown> | null
  /** Permissions of members in addition to the default permissions; null adds none. */
  permissions: Permissions | null
  createdAt: number
  updatedAt: number
  memberCount: number
}

/** Editable fields of a group. Missing fields are unchanged, or null in a new group. */
export interface GroupDraft {
  name: string
  description: string
  data?: Group['data']
  permissions?: Group['permissions']
}

/** True if a person may pick the group when sharing. */
export function isShared(group: Pick<Group, 'data'>, isMember: boolean): boolean {
  const share = (group.data?.config as { share?: unknown } | null | undefined)?.share
  return share === true || (share === 'members' && isMember)
}
