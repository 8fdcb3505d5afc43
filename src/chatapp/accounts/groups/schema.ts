import { z } from 'zod'
import { Permissions } from '../settings/schema.ts'

const Blob = z.record(z.string(), z.unknown())

/** `data` and `permissions` replace the stored objects and are not merged with them. */
export const GroupForm = z.object({
  name: z.string().trim().min(1).max(200),
  description: z.string().max(5000),
  data: Blob.nullish(),
  permissions: Permissions.nullish(),
})

export const MembersRequest = z.object({ user_ids: z.array(z.string().min(1).max(64)).max(20_000) })

export const GroupId = z.object({ id: z.string().min(1).max(64) })

export const ListQuery = z.object({ share: z.enum(['true', 'false']).optional() })

/** Visible to every signed-in person. Times are epoch seconds. */
export const GroupInfo = z.object({
  id: z.string(),
  user_id: z.string(),
  name: z.string(),
  description: z.string(),
  created_at: z.number(),
  updated_at: z.number(),
  member_count: z.number(),
})

export const GroupView = z.object({
  ...GroupInfo.shape,
  data: Blob.nullable(),
  meta: z.null(),
  permissions: Permissions.nullable(),
})

export const GroupExport = z.object({ ...GroupView.shape, user_ids: z.array(z.string()) })
