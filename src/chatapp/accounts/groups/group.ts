import type { Permissions } from '../settings/schema.ts'

/** A group of accounts. Names are not unique. Times are epoch seconds. */
export interface Group {
  id: string
  /** Id of an account, or `service`. */
  creatorId: string
  name: string
  description: string
  /** Additional data of clients; `config.share` defines who may share with the group. */
  data: Record<string, unknown> | null
  /** Permissions that members have in addition to the default permissions; null adds none. */
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

/** True if a person may share with the group. */
export function isShared(group: Pick<Group, 'data'>, isMember: boolean): boolean {
  const share = (group.data?.config as { share?: unknown } | null | undefined)?.share
  return share === true || (share === 'members' && isMember)
}
