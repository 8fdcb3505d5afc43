import { z } from 'zod'

/** Six digits from the authenticator app, or a recovery code. */
const Code = z.string().max(64)

/** Response to a correct password. The client sends the token back with a code. Times are epoch seconds. */
export const SecondFactorStep = z.object({
  step: z.literal('second_factor'),
  step_token: z.string(),
  expires_at: z.number(),
})

export const SecondFactorRequest = z.object({ step_token: z.string().max(1000), code: Code })

export const TotpState = z.object({ is_on: z.boolean(), recovery_codes_left: z.number() })

export const TotpStartRequest = z.object({ password: z.string() })
/** `address`: content of the QR code. */
export const TotpStart = z.object({ secret: z.string(), address: z.string() })

export const TotpConfirmRequest = z.object({ code: Code })
export const TotpConfirmed = z.object({ recovery_codes: z.array(z.string()) })

export const TotpEndRequest = z.object({ password: z.string().optional(), code: Code.optional() })
