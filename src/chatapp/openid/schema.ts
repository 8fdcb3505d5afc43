import { z } from 'zod'

export const ProviderParams = z.object({ provider: z.string().max(64) })

export const LoginQuery = z.object({ redirect: z.string().optional() })

/** A form without a token is refused like one with a bad token, as the standard wants. */
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

/** Reason of a failed sign-in, for the sign-in page, which has the text of each. */
export type SignInProblem =
  | 'unknown_provider'
  /** It took too long, was used already, or began in another browser. */
  | 'attempt_over'
  | 'rate_limited'
  | 'unreachable'
  /** The person declined there. */
  | 'declined'
  /** The response was invalid. */
  | 'no_answer'
  | 'refused'
  /** As `refused`, and an administrator has to put something right here. */
  | 'wrong_set_up'
  | 'blocked'
  | 'domain_not_allowed'
  | 'no_email'
  | 'email_taken'
  | 'email_not_verified'
  | 'sign_up_closed'
