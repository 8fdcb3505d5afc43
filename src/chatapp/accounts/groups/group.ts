import type { Permissions } from '../settings/schema.ts'

/** A group of accounts. Names are not unique: a group is known by its id. Times are epoch seconds. */
export interface Group {
  id: string
  /** Who made it: an account's id, or the service's. */
  creatorId: string
  name: string
  description: string
  /** What clients keep with it; `config.share` says who may pick the group when sharing. */
  data: Record<string, unknown> | null
  /** Switches that members have on beside the default ones; null adds none. */
  permissions: Permissions | null
  createdAt: number
  updatedAt: number
  memberCount: number
}

/** What a person writes about a group. Parts that are left out stay as they are, or are null in a new group. */
export interface GroupDraft {
  name: string
  description: string
  data?: Group['data']
  permissions?: Group['permissions']
}

/** Whether somebody may pick the group when sharing. */
export function isShared(group: Pick<Group, 'data'>, isMember: boolean): boolean {
  const share = (group.data?.config as { share?: unknown } | null | undefined)?.share
  return share === true || (share === 'members' && isMember)
}
