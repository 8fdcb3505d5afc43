import { looksLikeServiceToken } from './service-token.ts'

export const bearerOf = (authorization: string | undefined): string | null =>
  /^Bearer +(\S+)\s*$/i.exec(authorization ?? '')?.[1] ?? null

export interface KeyHeaders {
  authorization?: string | undefined
  'x-api-key'?: string | string[] | undefined
}

/** Node joins repeated headers by commas, which the pattern excludes. */
export const apiKeyOf = (headers: Pick<KeyHeaders, 'x-api-key'>): string | null =>
  /^[\x21-\x2b\x2d-\x7e]+$/.exec(String(headers['x-api-key'] ?? ''))?.[0] ?? null

/** Prefers the bearer of `Authorization` to `X-API-Key`, unless the bearer belongs to another service. */
export function sentKey(headers: KeyHeaders): string | null {
  const [bearer, key] = [bearerOf(headers.authorization), apiKeyOf(headers)]
  return bearer === null || (key !== null && isForeignBearer(bearer)) ? key : bearer
}

/**
 * Sign-in proxies add bearers of other services to each request, so the server ignores such bearers. A request with
 * such a bearer still needs the same-origin check.
 */
export const isForeignBearer = (value: string): boolean =>
  !value.startsWith('sk-') && !looksLikeServiceToken(value) && !isSessionShaped(value)

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
