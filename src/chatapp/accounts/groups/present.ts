import type { Group } from './group.ts'

/** The contract's record of a group. */
export const groupView = (group: Group) => ({
  ...groupInfoView(group),
  data: group.data,
  meta: null,
  permissions: group.permissions,
})

/** Fields of a group that every signed-in person may see. */
export const groupInfoView = (group: Group) => ({
  id: group.id,
  user_id: group.creatorId,
  name: group.name,
  description: group.description,
  created_at: group.createdAt,
  updated_at: group.updatedAt,
  member_count: group.memberCount,
})
