import type { IncomingHttpHeaders } from 'node:http'
import { cached } from '#ground/base/cached.ts'
import type { Clock, EpochMs } from '#ground/base/clock.ts'
import { sha256 } from '#ground/base/ids.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { SessionPerson, PersonalKey, WhoIsRefusal } from './chatapp-client/session.ts'
import { apiKeyOf, bearerOf, isForeignBearer, type KeyHeaders } from './bearer.ts'
import { tokenIn } from './token-cookie.ts'

/** A person authenticated by the web chat. */
export interface SessionIdentity {
  /** Verified, trimmed and lower case. */
  email: string
  name: string
  role: 'user' | 'admin'
  /** The account's id in the web chat. */
  userId: string
  /** Their personal API key, if the web chat identifies keys; null with a session. */
  key: PersonalKey | null
  /** With a `session`, changes need the same-origin check: a browser sends its cookie for other sites too. */
  via: 'session' | 'key'
}

/**
 * `pending`: signed in, but the account is not approved yet. `blocked`: known, and refused everywhere.
 * `keys_refused`: the settings of an external web chat refuse API keys. `unavailable`: the web chat did not respond.
 */
export type IdentityRefusal = 'unauthenticated' | 'pending' | 'blocked' | 'keys_refused' | 'unavailable'

/** Remedy of `keys_refused`, for the person who sent a key. */
export const KEYS_REFUSED =
  'The web chat’s settings refuse API keys. In Open WebUI an administrator turns on API keys and user status, and allows keys at /api/v1/users/user/status.'

export interface IdentifyOptions {
  /** Also take a session's token as `Bearer`, as the web chat's own page sends it. */
  acceptBearerToken?: boolean
}

export type Identify = (
  headers: Pick<IncomingHttpHeaders, 'cookie' | 'host'> & KeyHeaders,
  options?: IdentifyOptions,
) => Promise<Result<SessionIdentity, IdentityRefusal>>

export interface IdentifyParts {
  /** Queries the web chat for the owner of a credential. */
  whoIs(credential: string): Promise<Result<SessionPerson, WhoIsRefusal>>
  clock: Clock
  /** How long an answer counts; default five seconds. */
  goodForMs?: number
}

/** How long an answer of the web chat counts. A sign-out, a deletion or a change of role acts within that time. */
const TTL_MS = 5000
const REFUSED_FOR_MS = 1000
const MAX_CREDENTIAL_LENGTH = 8192

/**
 * Authenticates a request: by an `Authorization: Bearer sk-…` key, else by the `token` cookie, else by an
 * `X-API-Key: sk-…` key, in the order of the web chat. The web chat is queried for each credential at most
 * every five seconds, and once for concurrent requests. Identity headers and any other `Authorization` value
 * are ignored.
 */
export function createIdentify({ whoIs, clock, goodForMs = TTL_MS }: IdentifyParts): Identify {
  const check = cached<Answer>(
    {
      clock,
      ms: (answer, askedAt) => goodFor(answer, askedAt, goodForMs),
      keyOf: sha256, // a dump of memory shows no credentials of people who are not calling
    },
    async (credential) => answerOf(await whoIs(credential)),
  )

  return async (headers, { acceptBearerToken = false } = {}) => {
    const claim = claimOf(headers, acceptBearerToken)
    if (!claim) return refused('unauthenticated')
    const answer = await check(claim.credential)
    if (!answer.ok) return answer
    const { id, email, name, role, key } = answer.value
    return accepted({ email, name, role: role as 'user' | 'admin', userId: id, key, via: claim.via })
  }
}

type Answer = Result<SessionPerson, IdentityRefusal>

/** The credential of a request that counts, if any. A key in the cookie does not: it would need no same-origin check. */
function claimOf(
  { authorization, ...headers }: Parameters<Identify>[0],
  acceptBearerToken: boolean,
): { credential: string; via: SessionIdentity['via'] } | null {
  const bearer = bearerOf(authorization)
  if (bearer?.startsWith('sk-')) return claim(bearer, 'key')
  const [token, key] = [tokenIn(headers), apiKeyOf(headers)]
  const hasOther = token !== null || key !== null
  if (bearer !== null && acceptBearerToken && !(hasOther && isForeignBearer(bearer)))
    return claim(bearer, 'session')
  if (token !== null) return token.startsWith('sk-') ? null : claim(token, 'session')
  return key?.startsWith('sk-') ? claim(key, 'key') : null
}

/** Nothing that could not be a credential is sent on. */
const claim = (credential: string, via: SessionIdentity['via']) =>
  credential.length <= MAX_CREDENTIAL_LENGTH && /^[\x21-\x7e]+$/.test(credential) ? { credential, via } : null

function answerOf(result: Result<SessionPerson, WhoIsRefusal>): Answer {
  if (result.ok) return result.value.role === 'pending' ? refused('pending') : result
  const { code } = result.refusal
  return refused(PASSED_ON.has(code) ? (code as IdentityRefusal) : 'unauthenticated')
}

const PASSED_ON: ReadonlySet<string> = new Set([
  'unavailable',
  'blocked',
  'keys_refused',
] satisfies IdentityRefusal[])

/** An unavailable web chat is queried again at once. */
function goodFor(answer: Answer, askedAt: EpochMs, goodForMs: number): number {
  if (!answer.ok) return answer.refusal === 'unavailable' ? 0 : REFUSED_FOR_MS
  const { expiresAt } = answer.value
  return Math.min(goodForMs, expiresAt === null ? Infinity : expiresAt * 1000 - askedAt)
}
