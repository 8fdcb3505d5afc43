import type { IncomingHttpHeaders } from 'node:http'
import { cached } from '#ground/base/cached.ts'
import type { Clock, EpochMs } from '#ground/base/clock.ts'
import { sha256 } from '#ground/base/ids.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { SessionPerson, PersonalKey, WhoIsRefusal } from './chatapp-client/session.ts'
import { apiKeyOf, bearerOf, isForeignBearer, type KeyHeaders } from './bearer.ts'
import { tokenIn } from './token-cookie.ts'

export interface SessionIdentity {
  /** Verified, trimmed and lower case. */
  email: string
  name: string
  role: 'user' | 'admin'
  userId: string
  /** Null for a session, and for a key whose name and Hubs the web chat does not report. */
  key: PersonalKey | null
  /**
   * For `session`, changes need the same-origin check, because browsers also add cookies to requests from other
   * sites.
   */
  via: 'session' | 'key'
}

/**
 * `pending`: the account waits for approval or, in Open WebUI, was blocked. `blocked`: known, and refused everywhere.
 * `keys_refused`: the settings of an external web chat refuse API keys. `unavailable`: the web chat did not respond.
 */
export type IdentityRefusal = 'unauthenticated' | 'pending' | 'blocked' | 'keys_refused' | 'unavailable'

export const KEYS_REFUSED =
  'The web chat’s settings refuse API keys. In Open WebUI an administrator turns on API keys and user status, and allows keys at /api/v1/users/user/status.'

export interface IdentifyOptions {
  /**
   * Besides the `token` cookie and keys, accepts `Authorization: Bearer` with a session token, which the web chat's
   * pages send.
   */
  acceptBearerToken?: boolean
}

export type Identify = (
  headers: Pick<IncomingHttpHeaders, 'cookie' | 'host'> & KeyHeaders,
  options?: IdentifyOptions,
) => Promise<Result<SessionIdentity, IdentityRefusal>>

export interface IdentifyParts {
  whoIs(credential: string): Promise<Result<SessionPerson, WhoIsRefusal>>
  clock: Clock
  ttlMs?: number
}

/** Lifetime of cached responses. Sign-outs, deletions and changes of role take effect within this time. */
const TTL_MS = 5000
const REFUSAL_TTL_MS = 1000
const MAX_CREDENTIAL_LENGTH = 8192

/**
 * Accepts these credentials, in this order: a key in `Authorization: Bearer sk-…`, the `token` cookie, a key in
 * `X-API-Key: sk-…`. Identity headers and, without `acceptBearerToken`, other `Authorization` values are ignored.
 */
export function createIdentify({ whoIs, clock, ttlMs: goodForMs = TTL_MS }: IdentifyParts): Identify {
  const check = cached<Answer>(
    {
      clock,
      ms: (answer, askedAt) => goodFor(answer, askedAt, goodForMs),
      keyOf: sha256, // a memory dump must not contain cached credentials
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

/** A key in a cookie is ignored, because it would bypass the same-origin check. */
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

/** Null for text that cannot be a credential, so that it is never sent to the web chat. */
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
  'pending',
  'keys_refused',
] satisfies IdentityRefusal[])

function goodFor(answer: Answer, askedAt: EpochMs, goodForMs: number): number {
  if (!answer.ok) return answer.refusal === 'unavailable' ? 0 : REFUSAL_TTL_MS
  const { expiresAt } = answer.value
  return Math.min(goodForMs, expiresAt === null ? Infinity : expiresAt * 1000 - askedAt)
}
