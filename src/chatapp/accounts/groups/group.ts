import type { Permissions } from '../settings/schema.ts'

/** Names are not unique. Times are epoch seconds. */
export interface Group {
  id: string
  creatorId: string
  name: string
  description: string
  data: Record<string, unknown> | null
  /** Added to the default permissions; null adds none. */
  permissions: Permissions | null
  createdAt: number
  updatedAt: number
  memberCount: number
}

/** Missing fields stay unchanged. In a new group, missing fields are null. */
export interface GroupDraft {
  name: string
  description: string
  data?: Group['data']
  permissions?: Group['permissions']
}

export function isShared(group: Pick<Group, 'data'>, isMember: boolean): boolean {
  const share = (group.data?.config as { share?: unknown } | null | undefined)?.share
  return share === true || (share === 'members' && isMember)
}
