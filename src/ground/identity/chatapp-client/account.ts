import { z } from 'zod'

export type ClientRole = 'pending' | 'user' | 'admin'

/** Times are epoch seconds. */
export interface ClientAccount {
  id: string
  /** Trimmed and lower case. */
  email: string
  name: string
  role: ClientRole
  profileImageUrl: string
  /** `idp`: an identity provider has signed the person in at least once. */
  signIn: 'password' | 'idp'
  createdAt: number
  lastActiveAt: number
}

/** An unknown role counts as `pending`, which has no rights. */
export const RoleAnswer = z
  .string()
  .transform((role): ClientRole => (role === 'user' || role === 'admin' ? role : 'pending'))

export const EmailAnswer = z.string().transform((email) => email.trim().toLowerCase())

export const AccountAnswer = z
  .object({
    id: z.string(),
    email: EmailAnswer,
    name: z.string(),
    role: RoleAnswer,
    profile_image_url: z.string().nullish(),
    oauth: z.record(z.string(), z.unknown()).nullish(),
    created_at: z.number(),
    last_active_at: z.number().nullish(),
  })
  .transform((row): ClientAccount => ({
    id: row.id,
    email: row.email,
    name: row.name,
    role: row.role,
    profileImageUrl: row.profile_image_url ?? '',
    signIn: row.oauth && Object.keys(row.oauth).length > 0 ? 'idp' : 'password',
    createdAt: row.created_at,
    lastActiveAt: row.last_active_at ?? 0,
  }))
