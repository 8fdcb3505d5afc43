import { looksLikeServiceToken } from './service-token.ts'

/** The value of `Authorization: Bearer …`; null for another scheme and for none. */
export const bearerOf = (authorization: string | undefined): string | null =>
  /^Bearer +(\S+)\s*$/i.exec(authorization ?? '')?.[1] ?? null

/** Headers in which a program sends its key. */
export interface KeyHeaders {
  authorization?: string | undefined
  'x-api-key'?: string | string[] | undefined
}

/** The key in `X-API-Key`, the header of clients that cannot send `Authorization`; null for none, and for several headers. */
export const apiKeyOf = (headers: Pick<KeyHeaders, 'x-api-key'>): string | null =>
  /^[\x21-\x2b\x2d-\x7e]+$/.exec(String(headers['x-api-key'] ?? ''))?.[0] ?? null

/** The key or token that a program sends. `Authorization: Bearer` counts before `X-API-Key`, unless it belongs to another service. */
export function sentKey(headers: KeyHeaders): string | null {
  const [bearer, key] = [bearerOf(headers.authorization), apiKeyOf(headers)]
  return bearer === null || (key !== null && isForeignBearer(bearer)) ? key : bearer
}

/**
 * Whether a bearer belongs to another service: it is neither an API key nor a token of this service. A proxy
 * that signs people in adds such a bearer to each request. If a request has another credential, that
 * credential counts, so a foreign bearer never causes a refusal. A request that a browser sent with a cookie
 * stays a request by cookie, and needs the same-origin check.
 */
export const isForeignBearer = (value: string): boolean =>
  !value.startsWith('sk-') && !looksLikeServiceToken(value) && !isSessionShaped(value)

/** The form of session tokens: HS256, of an account (`id`) and a session (`jti`), without an issuer, an audience or a subject. */
function isSessionShaped(value: string): boolean {
  const parts = value.split('.')
  if (parts.length !== 3) return false
  const [header, payload] = [jsonIn(parts[0]!), jsonIn(parts[1]!)]
  if (header?.['alg'] !== 'HS256' || payload === null) return false
  const isOfOthers = ['iss', 'aud', 'sub'].some((name) => Object.hasOwn(payload, name))
  return !isOfOthers && typeof payload['id'] === 'string' && typeof payload['jti'] === 'string'
}

function jsonIn(part: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString())
    return typeof value === 'object' && value !== null ? { ...value } : null
  } catch {
    return null
  }
}
