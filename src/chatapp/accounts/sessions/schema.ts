import { z } from 'zod'
import { AddRequest, Profile, Role } from '../schema.ts'
import { Permissions } from '../settings/schema.ts'

export const SignUpRequest = AddRequest.omit({ role: true })

export const SignInRequest = z.object({ email: z.string(), password: z.string() })

export const PasswordRequest = z.object({ password: z.string(), new_password: z.string() })

/** Times are epoch seconds. */
export const StartedSession = z.object({
  token: z.string(),
  token_type: z.string(),
  /** Null for an API key. */
  expires_at: z.number().nullable(),
  id: z.string(),
  email: z.string(),
  name: z.string(),
  role: Role,
  profile_image_url: z.string(),
  permissions: Permissions,
  /** The person must set up a second factor before any other request; `role` is `pending` until then. */
  needs_second_factor: z.literal(true).optional(),
})
export type StartedSession = z.infer<typeof StartedSession>

export const SessionDetail = z.object({
  ...StartedSession.shape,
  ...Profile.shape,
  key: z
    .object({
      name: z.string(),
      hubs: z.array(z.string()).readonly().nullable(),
      expires_at: z.number().nullable(),
    })
    .optional(),
})
export type SessionDetail = z.infer<typeof SessionDetail>

export const SignedOut = z.object({
  status: z.boolean(),
  /** If present, the browser opens this address to sign out at the identity provider too. */
  redirect_url: z.string().optional(),
})
