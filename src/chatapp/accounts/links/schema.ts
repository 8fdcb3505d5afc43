import { z } from 'zod'

export const MailLanguage = z.enum(['en', 'de', 'zh', 'ar']).describe('Language of the mail')

export const ResetMailRequest = z.object({ email: z.string().max(320), language: MailLanguage.optional() })

export const Requested = z.object({ status: z.literal(true) })

const Token = z.string().min(1).max(100).describe('The part of the link after `=`')

export const LinkRequest = z.object({ kind: z.enum(['invitation', 'reset']), token: Token })

export const LinkView = z.object({
  kind: z.enum(['invitation', 'reset']),
  email: z.string(),
  /** Null for a reset. */
  invited_by: z.string().nullable(),
  /** Epoch seconds. */
  expires_at: z.number(),
})
export type LinkView = z.infer<typeof LinkView>

export const ResetRequest = z.object({
  token: Token,
  password: z.string(),
  language: MailLanguage.optional(),
})

export const AcceptRequest = z.object({ token: Token, name: z.string(), password: z.string() })
