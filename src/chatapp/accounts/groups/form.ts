import { z } from 'zod'
import { Permissions } from '../settings/permissions.ts'

const Blob = z.record(z.string(), z.unknown())

/** Objects that are sent replace the stored ones whole. */
export const GroupForm = z.object({
  name: z.string().trim().min(1).max(200),
  description: z.string().max(5000),
  data: Blob.nullish(),
  permissions: Permissions.nullish(),
})

export const MembersRequest = z.object({ user_ids: z.array(z.string().min(1).max(64)).max(20_000) })

export const GroupId = z.object({ id: z.string().min(1).max(64) })

export const ListQuery = z.object({ share: z.enum(['true', 'false']).optional() })
