import { apiKeyOf, bearerOf, isForeignBearer } from '#ground/identity/bearer.ts'
import { tokenIn } from '#ground/identity/token-cookie.ts'
import { looksLikeServiceToken } from '#ground/identity/service-token.ts'

export interface Credential {
  value: string
  /** `service`: one of the Hub's own processes. */
  kind: 'session' | 'key' | 'service'
  /** Only cookies need the same-origin check, because browsers add them to requests from other sites. */
  from: 'authorization' | 'cookie' | 'header'
}

interface Headers {
  authorization?: string
  cookie?: string
  host?: string
  'x-api-key'?: string | string[]
}

/**
 * The first credential that is present: a Bearer token of the web chat, the cookie, the key header, any other Bearer
 * token.
 */
export function credentialOf(headers: Headers): Credential | null {
  const bearer = bearerOf(headers.authorization)
  const byBearer = bearer && ({ value: bearer, kind: kindOf(bearer), from: 'authorization' } as const)
  if (byBearer && !isForeignBearer(bearer)) return byBearer
  const cookie = tokenIn(headers)
  if (cookie) return { value: cookie, kind: kindOf(cookie), from: 'cookie' }
  const key = apiKeyOf(headers)
  if (key) return { value: key, kind: kindOf(key), from: 'header' }
  return byBearer || null
}

const kindOf = (value: string): Credential['kind'] => {
  if (value.startsWith('sk-')) return 'key'
  return looksLikeServiceToken(value) ? 'service' : 'session'
}
