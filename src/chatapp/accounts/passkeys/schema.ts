import { z } from 'zod'

/** Bytes as base64url, the JSON encoding of WebAuthn. */
const Bytes = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[\w-]*$/, 'expected base64url')

const Id = Bytes(1400).min(1)
const Transports = z.array(z.string().max(40)).max(10)
const Name = z.string().trim().min(1).max(100)

/** Times are epoch seconds. */
export const PasskeyView = z.object({
  id: z.string(),
  name: z.string(),
  created_at: z.number(),
  last_used_at: z.number().nullable(),
})
export type PasskeyView = z.infer<typeof PasskeyView>

export const PasskeyId = z.object({ id: Id })
export const PasskeyName = z.strictObject({ name: Name })

export const PasskeyStartRequest = z.object({ password: z.string() })

const Known = z.object({ type: z.literal('public-key'), id: z.string(), transports: z.array(z.string()) })

/** `PublicKeyCredentialCreationOptionsJSON` of WebAuthn. */
export const PasskeyCreation = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
  timeout: z.number(),
  excludeCredentials: z.array(Known),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
})
export type PasskeyCreation = z.infer<typeof PasskeyCreation>

/** `PublicKeyCredentialRequestOptionsJSON` of WebAuthn. Accepts any passkey of this origin. */
export const PasskeyQuestion = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.literal('required'),
})
export type PasskeyQuestion = z.infer<typeof PasskeyQuestion>

export const PasskeyStart = z.object({ step_token: z.string(), options: PasskeyCreation })
export const PasskeySignInStart = z.object({ step_token: z.string(), options: PasskeyQuestion })

const StepToken = z.string().max(2000)

/** `RegistrationResponseJSON` of WebAuthn, without unused fields. */
export const MadeCredential = z.object({
  id: Id,
  response: z.object({
    clientDataJSON: Bytes(8000),
    authenticatorData: Bytes(8000),
    /** SubjectPublicKeyInfo in DER. */
    publicKey: Bytes(4000),
    publicKeyAlgorithm: z.number(),
    transports: Transports.default([]),
  }),
})
export type MadeCredential = z.infer<typeof MadeCredential>

export const PasskeyForm = z.object({
  step_token: StepToken,
  name: Name.optional(),
  credential: MadeCredential,
})

/** `AuthenticationResponseJSON` of WebAuthn, without unused fields. */
export const ShownCredential = z.object({
  id: Id,
  response: z.object({
    clientDataJSON: Bytes(8000),
    authenticatorData: Bytes(8000),
    signature: Bytes(4000),
    /** Account id, base64url. */
    userHandle: Bytes(200).nullish(),
  }),
})
export type ShownCredential = z.infer<typeof ShownCredential>

export const PasskeySignIn = z.object({ step_token: StepToken, credential: ShownCredential })
