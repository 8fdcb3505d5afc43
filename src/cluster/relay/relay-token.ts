import { z } from 'zod'
import type { EpochMs } from '#ground/base/clock.ts'
import { sha256 } from '#ground/base/ids.ts'
import { sign, verify } from '#ground/base/signing.ts'
import type { Asker, RelayedRequest } from '#surfaces/console/relay/bridges.ts'

/** The bridge that a request is for: one start of it, so that no other takes what was meant for it. */
export interface RelayAudience {
  hub: string
  instance: string
}

const AskerClaims = z.strictObject({
  email: z.string(),
  name: z.string(),
  userId: z.string(),
  via: z.enum(['session', 'key']),
  keyHubs: z.array(z.string()).readonly().nullable(),
}) satisfies z.ZodType<Asker>

const Claims = z.strictObject({
  hub: z.string(),
  instance: z.string(),
  method: z.string(),
  target: z.string(),
  body: z.string(),
  at: z.number(),
  nonce: z.string(),
  asker: AskerClaims,
})

/** Beyond the time of one request, a pass is worth nothing. */
export const PASS_MS = 30_000
/** Two machines may read their clocks a moment apart. */
const SKEW_MS = 5_000

/** Signs the token of a relayed request: the caller, bound to this request, this moment and this bridge. */
export function signPass(
  secret: string,
  request: RelayedRequest,
  { audience, asker, at, nonce }: { audience: RelayAudience; asker: Asker; at: EpochMs; nonce: string },
): string {
  const { method, target, body } = request
  const bound = { method, target: sha256(target), body: digest(body) }
  const claims: z.infer<typeof Claims> = { ...audience, ...bound, at, nonce, asker }
  const signed = Buffer.from(JSON.stringify(claims)).toString('base64url')
  return `${signed}.${sign(secret, signed)}`
}

/** A valid token for this bridge, this moment and this address. Its body's hash is checked after reading. */
export interface RelayToken {
  asker: Asker
  nonce: string
  /** When it is worth nothing any more. */
  until: EpochMs
  isFor(body: unknown): boolean
}

/** Null for what is no such pass. Nothing of it is looked at before its signature was. */
export function readPass(
  secret: string,
  text: string,
  {
    method,
    target,
    audience,
    now,
  }: { method: string; target: string; audience: RelayAudience; now: EpochMs },
): RelayToken | null {
  const [signed = '', signature = '', ...more] = text.split('.')
  if (more.length > 0 || !verify(secret, signed, signature)) return null
  const claims = Claims.parse(JSON.parse(Buffer.from(signed, 'base64url').toString()))
  const isMeant =
    claims.hub === audience.hub &&
    claims.instance === audience.instance &&
    claims.method === method &&
    claims.target === sha256(target)
  const until = claims.at + PASS_MS
  if (!isMeant || until < now || claims.at > now + SKEW_MS) return null
  const { asker, nonce } = claims
  return { asker, nonce, until, isFor: (body) => digest(body) === claims.body }
}

/**
 * The receipt of a response, which proves that it is from the bridge and not from another program at its
 * address.
 */
export const receiptOf = (secret: string, pass: string): string => sign(secret, `answered ${pass}`)

/** Hashes the parsed body: both sides may serialize it differently. */
const digest = (body: unknown): string => sha256(body === undefined ? '' : JSON.stringify(body))
