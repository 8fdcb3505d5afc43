import { z } from 'zod'

export const ProviderParams = z.object({ provider: z.string().max(64) })

export const LoginQuery = z.object({ redirect: z.string().optional() })

/** A missing token gets the same error as an invalid token, as the standard requires. */
export const LogoutForm = z
  .object({ logout_token: z.string().max(16_000).catch('') })
  .catch({ logout_token: '' })

export const FrontChannelQuery = z.object({ iss: z.string().max(500), sid: z.string().min(1).max(500) })

/** Times are epoch seconds. */
export const Identities = z.object({
  items: z.array(
    z.object({
      issuer: z.string(),
      subject: z.string(),
      email: z.string().nullable(),
      created_at: z.number(),
    }),
  ),
})

export const ReleaseRequest = z.object({ issuer: z.string().min(1).max(500) })

export type SignInProblem =
  | 'unknown_provider'
  /** The attempt has expired, was used, or started in another browser. */
  | 'attempt_over'
  | 'rate_limited'
  | 'unreachable'
  | 'declined'
  | 'no_answer'
  | 'refused'
  /** Like `refused`, but an administrator must correct the configuration. */
  | 'wrong_set_up'
  | 'blocked'
  | 'domain_not_allowed'
  | 'no_email'
  | 'email_taken'
  | 'email_not_verified'
  | 'sign_up_closed'
