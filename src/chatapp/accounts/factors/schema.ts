import { z } from 'zod'

/** Six digits of the app, or a recovery code. */
const Code = z.string().max(64)

/** Instead of a session where a second factor is on: it is sent with a code. Times are epoch seconds. */
export const SecondFactorStep = z.object({
  step: z.literal('second_factor'),
  step_token: z.string(),
  expires_at: z.number(),
})

export const SecondFactorRequest = z.object({ step_token: z.string().max(1000), code: Code })

export const TotpState = z.object({ is_on: z.boolean(), recovery_codes_left: z.number() })

export const TotpStartRequest = z.object({ password: z.string() })
/** The secret for an app, as a text and as the address in a picture. */
export const TotpStart = z.object({ secret: z.string(), address: z.string() })

export const TotpConfirmRequest = z.object({ code: Code })
/** Shown once. */
export const TotpConfirmed = z.object({ recovery_codes: z.array(z.string()) })

/** One of both. */
export const TotpEndRequest = z.object({ password: z.string().optional(), code: Code.optional() })
