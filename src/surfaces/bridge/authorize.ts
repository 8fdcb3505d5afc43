import { knownSecrets } from '#ground/base/signing.ts'
import { apiKeyOf, bearerOf, isForeignBearer, type KeyHeaders } from '#ground/identity/bearer.ts'
import type { BridgeError } from './error.ts'

export interface BridgeKeys {
  /** Null if no key is valid. */
  kindOf(headers: KeyHeaders): 'secret' | 'public' | null
}

/** Compares every key, so that timing does not reveal which key matched. */
export function bridgeKeys(accepted: readonly string[], publicKey: string): BridgeKeys {
  const matching = knownSecrets(accepted)
  return {
    kindOf(headers) {
      const [bearer, apiKey] = [bearerOf(headers.authorization), apiKeyOf(headers)]
      const byBearer = bearer === null ? [] : matching(bearer)
      // The key may be in `X-API-Key`, because a proxy may add another service's bearer token.
      const mayBeKey = apiKey !== null && (bearer === null || isForeignBearer(bearer))
      const [key] = byBearer.length === 0 && mayBeKey ? matching(apiKey) : byBearer
      if (key === undefined) return null
      return key === publicKey ? 'public' : 'secret'
    },
  }
}

export const unauthenticated = (headers: KeyHeaders): BridgeError => ({
  status: 401,
  type: 'authentication_error',
  code: 'invalid_api_key',
  message:
    headers.authorization || headers['x-api-key']
      ? 'Incorrect bridge key provided.'
      : 'You did not provide a bridge key. Send it as `Authorization: Bearer <key>` or `X-API-Key: <key>`.',
  param: null,
})

/** Anyone may know the public key, so it gives no access to a person's data. */
export const NOT_SECRET: BridgeError = {
  status: 401,
  type: 'authentication_error',
  code: 'invalid_api_key',
  message:
    'This address requires a secret bridge key, and the key provided is public. Send a secret bridge key.',
  param: null,
}
