import { epochSeconds, type Clock } from '#ground/base/clock.ts'
import { sign, verify } from '#ground/base/signing.ts'

/** Long enough for a slow request, and too short to be useful to a thief. */
const LIFE_SECONDS = 60
/** Tolerance between two processes that read the same clock. */
const SKEW_SECONDS = 5

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** `typ` distinguishes these tokens from session tokens, which are signed with the same secret. */
const HEADER = `${encode({ alg: 'HS256', typ: 'svc+jwt' })}.`

/**
 * Creates a token for our own processes, which call the built-in web chat with an administrator's rights: a JSON Web
 * Token with claim `svc` and without an account, valid for a minute. The web chat accepts it only from the same
 * computer and only for administration.
 */
export function mintServiceToken({ secret, clock }: { secret: string; clock: Clock }): string {
  const now = epochSeconds(clock)
  const signed = HEADER + encode({ svc: true, iat: now, exp: now + LIFE_SECONDS })
  return `${signed}.${sign(secret, signed)}`
}

/** True if a credential has the header of a service token. The signature is not checked. */
export const looksLikeServiceToken = (token: string): boolean => token.startsWith(HEADER)

/** True for a valid service token that has not expired. */
export function isServiceToken(token: string, { secret, clock }: { secret: string; clock: Clock }): boolean {
  if (!looksLikeServiceToken(token) || token.length > 1000) return false
  const end = token.lastIndexOf('.')
  const signed = token.slice(0, end)
  if (signed.length < HEADER.length || !verify(secret, signed, token.slice(end + 1))) return false
  // Signed by us, so these claims exist.
  const claims = JSON.parse(Buffer.from(signed.slice(HEADER.length), 'base64url').toString()) as {
    svc?: unknown
    iat: number
    exp: number
  }
  const now = epochSeconds(clock)
  return claims.svc === true && claims.iat <= now + SKEW_SECONDS && claims.exp > now
}
