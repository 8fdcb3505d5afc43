import { epochSeconds, type Clock } from '#ground/base/clock.ts'
import { sign, verify } from '#ground/base/signing.ts'

/** Long enough for a slow request, too short to be worth stealing. */
const LIFE_SECONDS = 60
/** Two processes of one machine share a clock, yet may read it a moment apart. */
const SKEW_SECONDS = 5

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** The type in the header keeps these tokens apart from people's sessions, which the same secret signs. */
const HEADER = `${encode({ alg: 'HS256', typ: 'svc+jwt' })}.`

/**
 * A token by which our own processes call the built-in web chat as its administrator: a JSON Web Token with the claim
 * `svc`, without an account, good for a minute. The web chat takes it only from this machine and only for administration.
 */
export function mintServiceToken({ secret, clock }: { secret: string; clock: Clock }): string {
  const now = epochSeconds(clock)
  const signed = HEADER + encode({ svc: true, iat: now, exp: now + LIFE_SECONDS })
  return `${signed}.${sign(secret, signed)}`
}

/** True if a credential claims to be a service token; its signature is not checked. */
export const looksLikeServiceToken = (token: string): boolean => token.startsWith(HEADER)

/** Whether this is a service token of ours that has not expired. */
export function isServiceToken(token: string, { secret, clock }: { secret: string; clock: Clock }): boolean {
  if (!looksLikeServiceToken(token) || token.length > 1000) return false
  const end = token.lastIndexOf('.')
  const signed = token.slice(0, end)
  if (signed.length < HEADER.length || !verify(secret, signed, token.slice(end + 1))) return false
  // We signed it, so it has these claims.
  const claims = JSON.parse(Buffer.from(signed.slice(HEADER.length), 'base64url').toString()) as {
    svc?: unknown
    iat: number
    exp: number
  }
  const now = epochSeconds(clock)
  return claims.svc === true && claims.iat <= now + SKEW_SECONDS && claims.exp > now
}
