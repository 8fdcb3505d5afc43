import type { TokenEndpointResponse } from 'openid-client'
import { epochSeconds, type Clock } from '#ground/base/clock.ts'
import type { ProviderGrant } from './connections.ts'
import { ProviderFailure } from './failure.ts'

/** Valid characters in a header (RFC 6749, A.12). */
const TOKEN = /^[\x20-\x7e]+$/

/**
 * Ten years. A longer time means that there is no expiry, and some of those numbers exceed every calendar.
 */
const MAX_LIFETIME_SECONDS = 10 * 366 * 86_400

/**
 * A token endpoint's response, as stored.
 *
 * @param before The earlier tokens: a refresh may leave out unchanged fields (RFC 6749, 5.1 and 6).
 * @throws ProviderFailure for a token that could not be sent on.
 */
export function grantOf(
  answer: TokenEndpointResponse,
  before: Pick<ProviderGrant, 'scope' | 'refreshToken'>,
  clock: Clock,
): ProviderGrant {
  const { expires_in: seconds } = answer
  for (const token of [answer.access_token, answer.refresh_token ?? 'none'])
    if (!TOKEN.test(token)) throw new ProviderFailure('The provider gave a token that can’t be used.')
  const hasEnd = typeof seconds === 'number' && seconds > 0 && seconds <= MAX_LIFETIME_SECONDS
  return {
    accessToken: answer.access_token,
    refreshToken: answer.refresh_token ?? before.refreshToken,
    tokenType: answer.token_type,
    scope: answer.scope ?? before.scope,
    expiresAt: hasEnd ? epochSeconds(clock) + Math.floor(seconds) : null,
  }
}
