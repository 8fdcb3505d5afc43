import { z } from 'zod'
import type { EpochMs } from '#ground/base/clock.ts'
import { sha256 } from '#ground/base/ids.ts'
import { sign, verify } from '#ground/base/signing.ts'
import type { RelayedCaller, RelayedRequest } from '#surfaces/console/relay/bridges.ts'

/** `instance` identifies one start of the bridge, so a later start refuses the token. */
export interface RelayAudience {
  hub: string
  instance: string
}

const CallerClaims = z.strictObject({
  email: z.string(),
  name: z.string(),
  userId: z.string(),
  via: z.enum(['session', 'key']),
  keyHubs: z.array(z.string()).readonly().nullable(),
}) satisfies z.ZodType<RelayedCaller>

const Claims = z.strictObject({
  hub: z.string(),
  instance: z.string(),
  method: z.string(),
  target: z.string(),
  body: z.string(),
  at: z.number(),
  nonce: z.string(),
  asker: CallerClaims,
})

export const TOKEN_TTL_MS = 30_000
/** Tolerated clock difference between instances. */
const SKEW_MS = 5_000

export function signRelayToken(
  secret: string,
  request: RelayedRequest,
  {
    audience,
    asker,
    at,
    nonce,
  }: { audience: RelayAudience; asker: RelayedCaller; at: EpochMs; nonce: string },
): string {
  const { method, target, body } = request
  const bound = { method, target: sha256(target), body: digest(body) }
  const claims: z.infer<typeof Claims> = { ...audience, ...bound, at, nonce, asker }
  const signed = Buffer.from(JSON.stringify(claims)).toString('base64url')
  return `${signed}.${sign(secret, signed)}`
}

export interface RelayToken {
  asker: RelayedCaller
  nonce: string
  until: EpochMs
  isFor(body: unknown): boolean
}

/** Null for an invalid token. Checks the signature before it reads any field. */
export function readRelayToken(
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
  const until = claims.at + TOKEN_TTL_MS
  if (!isMeant || until < now || claims.at > now + SKEW_MS) return null
  const { asker, nonce } = claims
  return { asker, nonce, until, isFor: (body) => digest(body) === claims.body }
}

/** Proof that a response is from the bridge, not from another program at its address. */
export const receiptOf = (secret: string, token: string): string => sign(secret, `answered ${token}`)

/** Hashes the parsed body, because the sending and the receiving bridge may serialize it differently. */
const digest = (body: unknown): string => sha256(body === undefined ? '' : JSON.stringify(body))
