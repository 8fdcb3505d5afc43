import { knownSecrets } from '#ground/base/signing.ts'
import { apiKeyOf, bearerOf, isForeignBearer, type KeyHeaders } from '#ground/identity/bearer.ts'
import type { BridgeError } from './error.ts'

export interface BridgeKeys {
  /**
   * Whether a request carries an accepted key, in `Authorization: Bearer` or, without that or beside the bearer of another service, in
   * `X-API-Key`, and whether that key is a secret at all.
   */
  kindOf(headers: KeyHeaders): 'secret' | 'public' | null
}

/**
 * Every key is compared, so that timing does not reveal which one matched.
 *
 * @param accepted Every accepted key.
 * @param publicKey The built-in, publicly known key; it opens no chat file.
 */
export function bridgeKeys(accepted: readonly string[], publicKey: string): BridgeKeys {
  const matching = knownSecrets(accepted)
  return {
    kindOf(headers) {
      const [bearer, apiKey] = [bearerOf(headers.authorization), apiKeyOf(headers)]
      const byBearer = bearer === null ? [] : matching(bearer)
      // A bearer that a proxy adds belongs to another service.
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
