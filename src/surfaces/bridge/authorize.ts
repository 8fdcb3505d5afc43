import { knownSecrets } from '#ground/base/signing.ts'
import type { ApiError } from './error.ts'

export interface BridgeKeys {
  /** Whether an `Authorization` header carries an accepted key, and whether that key is a secret at all. */
  kindOf(authorization: string | undefined): 'secret' | 'public' | null
}

/**
 * Every key is compared, so that the time taken tells nothing about which one matched.
 *
 * @param accepted  Every accepted key.
 * @param publicKey The built-in key that everybody knows; it opens no chat file.
 */
export function bridgeKeys(accepted: readonly string[], publicKey: string): BridgeKeys {
  const matching = knownSecrets(accepted)
  return {
    kindOf(authorization) {
      const token = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1]
      if (token === undefined) return null
      const [key] = matching(token)
      if (key === undefined) return null
      return key === publicKey ? 'public' : 'secret'
    },
  }
}

export const unauthenticated = (authorization: string | undefined): ApiError => ({
  status: 401,
  type: 'authentication_error',
  code: 'invalid_api_key',
  message: authorization
    ? 'Incorrect bridge key provided.'
    : 'You did not provide a bridge key. Send it as `Authorization: Bearer <key>`.',
  param: null,
})
