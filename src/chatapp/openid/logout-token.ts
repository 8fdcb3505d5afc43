import { isRecord } from '#ground/base/json/lenient.ts'
import type { JWTPayload } from 'jose'
import type { Clock } from '#ground/base/clock.ts'
import type { OpenidClient, Clients } from './clients.ts'
import type { EndedProviderSession } from './provider-sessions.ts'
import type { IdentityProvider } from './provider.ts'

const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
const MAX_AGE_SECONDS = 600
const CLOCK_TOLERANCE_SECONDS = 60
/** Only public-key algorithms, because anyone who knows a shared secret could sign tokens. */
const ALGORITHMS = [
  'RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519',
] // prettier-ignore

export interface LogoutToken {
  ended: EndedProviderSession
  /** `jti` of the token; each token is accepted once. */
  id: string
  /** Epoch seconds. The id is stored until this time. */
  expiresAt: number
}

/** The provider receives `message`. */
export class BadLogoutToken extends Error {
  override name = 'BadLogoutToken'
}

/**
 * Back-Channel Logout 1.0, 2.6. If no key verifies the token, reads the provider's keys once more.
 * @throws BadLogoutToken
 */
export async function verifyLogoutToken(
  { clients, clock }: { clients: Clients; clock: Pick<Clock, 'now'> },
  provider: IdentityProvider,
  token: string,
): Promise<LogoutToken> {
  const client = await clients.of(provider)
  const now = Math.floor(clock.now() / 1000)
  try {
    return logoutIn(await payloadOf(client, provider, token, now), now)
  } catch (error) {
    if (!isKeyFault(error)) throw badToken(error)
    const fresh = await clients.renewed(provider, client, 'logout')
    if (!fresh) throw badToken(error)
    return payloadOf(fresh, provider, token, now).then(
      (payload) => logoutIn(payload, now),
      (again: unknown) => {
        throw badToken(again)
      },
    )
  }
}

const isKeyFault = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'ERR_JWKS_NO_MATCHING_KEY' || error.code === 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED')

/** Converts only errors of `jose` (`ERR_J…`), which mean that the token is invalid. */
const badToken = (error: unknown): unknown =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_J')
    ? new BadLogoutToken(error.message)
    : error

async function payloadOf(
  client: OpenidClient,
  provider: IdentityProvider,
  token: string,
  now: number,
): Promise<JWTPayload> {
  const { createLocalJWKSet } = await import('jose/jwks/local')
  const { jwtVerify } = await import('jose/jwt/verify')
  await checkType(token)
  const { issuer } = client.config.serverMetadata()
  const { payload } = await jwtVerify(token, createLocalJWKSet(await client.keys()), {
    issuer,
    audience: provider.clientId,
    algorithms: ALGORITHMS,
    requiredClaims: ['iat', 'jti', 'events'],
    currentDate: new Date(now * 1000),
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
    maxTokenAge: MAX_AGE_SECONDS,
  })
  return payload
}

/** @throws BadLogoutToken for tokens of another type, such as access tokens. */
async function checkType(token: string): Promise<void> {
  const { decodeProtectedHeader } = await import('jose/decode/protected_header')
  let type: string | undefined
  try {
    type = decodeProtectedHeader(token).typ
  } catch {
    throw new BadLogoutToken('this is no JSON Web Token')
  }
  if (type !== undefined && !/^(application\/)?(logout\+)?jwt$/i.test(type))
    throw new BadLogoutToken('typ: this is no logout token')
}

function logoutIn(payload: JWTPayload, now: number): LogoutToken {
  const { iss, sub, jti, events, nonce, sid, exp } = payload
  const event = isRecord(events) ? events[EVENT] : undefined
  if (!isRecord(event)) throw new BadLogoutToken(`events: expected ${EVENT}`)
  if (nonce !== undefined) throw new BadLogoutToken('nonce: a logout token has none')
  if (typeof jti !== 'string' || jti === '') throw new BadLogoutToken('jti: expected a text')
  const session = textOf(sid, 'sid')
  const subject = textOf(sub, 'sub')
  const issuer = iss!
  const about = {
    id: JSON.stringify([issuer, jti]),
    expiresAt: Math.max(exp ?? 0, now + MAX_AGE_SECONDS) + CLOCK_TOLERANCE_SECONDS,
  }
  if (session !== null) return { ...about, ended: { issuer, session, subject } }
  if (subject !== null) return { ...about, ended: { issuer, session, subject } }
  throw new BadLogoutToken('sid, sub: one of them is needed')
}

function textOf(value: unknown, name: string): string | null {
  if (value === undefined) return null
  if (typeof value === 'string' && value !== '') return value
  throw new BadLogoutToken(`${name}: expected a text`)
}
