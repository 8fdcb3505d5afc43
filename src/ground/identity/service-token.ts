import { epochSeconds, type Clock } from '#ground/base/clock.ts'
import { sign, verify } from '#ground/base/signing.ts'

/** Long enough for a slow request, and too short to be useful to a thief. */
const LIFE_SECONDS = 60
/** Accepted difference between the clocks of two processes. */
const SKEW_SECONDS = 5

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** `typ` distinguishes these tokens from session tokens, which are signed with the same secret. */
const HEADER = `${encode({ alg: 'HS256', typ: 'svc+jwt' })}.`

/**
 * The token gives our own processes an administrator's rights in the built-in web chat for a minute. The web chat
 * accepts it only from the same computer and only for administration.
 */
export function mintServiceToken({ secret, clock }: { secret: string; clock: Clock }): string {
  const now = epochSeconds(clock)
  const signed = HEADER + encode({ svc: true, iat: now, exp: now + LIFE_SECONDS })
  return `${signed}.${sign(secret, signed)}`
}

/** Does not check the signature. */
export const looksLikeServiceToken = (token: string): boolean => token.startsWith(HEADER)

export function isServiceToken(token: string, { secret, clock }: { secret: string; clock: Clock }): boolean {
  if (!looksLikeServiceToken(token) || token.length > 1000) return false
  const end = token.lastIndexOf('.')
  const signed = token.slice(0, end)
  if (signed.length < HEADER.length || !verify(secret, signed, token.slice(end + 1))) return false
  const claims = JSON.parse(Buffer.from(signed.slice(HEADER.length), 'base64url').toString()) as {
    svc?: unknown
    iat: number
    exp: number
  }
  const now = epochSeconds(clock)
  return claims.svc === true && claims.iat <= now + SKEW_SECONDS && claims.exp > now
}
