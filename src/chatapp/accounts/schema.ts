import { z } from 'zod'

/** An image path of this site, an https address or a small `data:` image; never a script. */
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

/** Absent fields stay unchanged. */
export const UpdateRequest = z.object({
  role: Role.optional(),
  name: z.string().optional(),
  email: z.string().optional(),
  // Older clients send an empty password to keep the current password.
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

/** Fields that clients of the API require but that are not stored. */
const NoProfile = {
  bio: z.null(),
  gender: z.null(),
  date_of_birth: z.null(),
  status_emoji: z.null(),
  status_message: z.null(),
  status_expires_at: z.null(),
}

const OAuth = z.record(z.string(), z.object({ sub: z.string() })).nullable()

export const Profile = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  role: Role,
  profile_image_url: z.string(),
  ...NoProfile,
})

/** For administrators. Times are epoch seconds. */
export const UserView = z.object({
  ...Profile.shape,
  username: z.null(),
  profile_banner_image_url: z.null(),
  timezone: z.null(),
  presence_state: z.null(),
  info: z.null(),
  settings: z.null(),
  oauth: OAuth,
  scim: z.null(),
  last_active_at: z.number(),
  updated_at: z.number(),
  created_at: z.number(),
})

export const UserDetail = z.object({
  ...UserView.shape,
  groups: z.array(z.object({ id: z.string(), name: z.string() })),
  is_active: z.boolean(),
})

export const UserPage = z.object({
  users: z.array(z.object({ ...UserView.shape, group_ids: z.array(z.string()) })),
  total: z.number(),
})

export const UserInfo = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: Role,
  bio: z.null(),
  groups: z.array(z.string()),
  is_active: z.boolean(),
  status_emoji: z.null(),
  status_message: z.null(),
  status_expires_at: z.null(),
})

export const ActiveUser = z.object({ active: z.boolean() })

export const UserInfos = z.object({ users: z.array(UserInfo), total: z.number() })

export const AccountChangeList = z.object({
  from: z.number(),
  users: z.array(
    z.object({
      id: z.string(),
      email: z.string(),
      name: z.string(),
      role: z.string(),
      oauth: OAuth,
      created_at: z.number(),
      last_active_at: z.number(),
    }),
  ),
  gone: z.array(z.string()),
  to: z.number(),
  more: z.boolean(),
  primary: z.string().nullable(),
})

export const AddedUser = z.object({
  token: z.string(),
  token_type: z.string(),
  id: z.string(),
  email: z.string(),
  name: z.string(),
  role: Role,
  profile_image_url: z.string(),
})
