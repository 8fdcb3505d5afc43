import { z } from 'zod'

/** An image path of this site, an https address or a small picture in the text itself; never a script. */
const ProfileImage = z
  .string()
  .max(400_000)
  .regex(
    /^($|\/(?!\/)|https:\/\/|data:image\/(png|jpeg|gif|webp);base64,)/,
    'expected an image path, address or data URL',
  )

export const Role = z.enum(['pending', 'user', 'admin'])
export type Role = z.infer<typeof Role>

export const AddRequest = z.object({
  name: z.string(),
  email: z.string(),
  password: z.string(),
  role: Role.default('pending'),
  profile_image_url: ProfileImage.optional(),
})
export type AddRequest = z.infer<typeof AddRequest>

/** Only present fields change. */
export const UpdateRequest = z.object({
  role: Role.optional(),
  name: z.string().optional(),
  email: z.string().optional(),
  // Older clients send an empty password to leave it as it is.
  password: z
    .string()
    .nullish()
    .transform((password) => password || undefined),
  profile_image_url: ProfileImage.optional(),
})
export type UpdateRequest = z.infer<typeof UpdateRequest>

export const ProfileRequest = z.object({
  name: z.string(),
  profile_image_url: ProfileImage.optional(),
})

export const AccountId = z.object({ id: z.string().min(1).max(64) })

export const ORDER_KEYS = ['name', 'email', 'created_at', 'last_active_at', 'updated_at', 'role'] as const

export const ListQuery = z.object({
  query: z.string().max(200).optional(),
  order_by: z.enum(ORDER_KEYS).catch('created_at').default('created_at'),
  direction: z.enum(['asc', 'desc']).catch('asc').default('asc'),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
})
export type ListQuery = z.infer<typeof ListQuery>

export const ChangesQuery = z.object({
  after: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
  limit: z.coerce.number().int().min(1).max(1000).default(500),
})
export type ChangesQuery = z.infer<typeof ChangesQuery>
