import { equalSecrets } from '#ground/base/signing.ts'
import type { ApiError } from './error.ts'

export interface BridgeKeys {
  /** Every accepted key. */
  accepted: readonly string[]
  /** The built-in key that everybody knows; it opens no chat file. */
  publicKey: string
}

/**
 * Whether an `Authorization` header carries an accepted key, and whether that key is a secret at all. Every key is
 * compared, so that the time taken tells nothing about which one matched.
 */
export function keyOf(authorization: string | undefined, keys: BridgeKeys): 'secret' | 'public' | null {
  const token = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1]
  if (token === undefined) return null
  const matches = keys.accepted.filter((key) => equalSecrets(key, token))
  if (matches.length === 0) return null
  return equalSecrets(keys.publicKey, token) ? 'public' : 'secret'
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
