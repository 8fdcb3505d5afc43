import type { TokenEndpointResponse } from 'openid-client'
import { epochSeconds, type Clock } from '#ground/base/clock.ts'
import type { ProviderGrant } from './connections.ts'
import { ProviderFailure } from './failure.ts'

/** Characters of a token (RFC 6749, A.12). */
const TOKEN = /^[\x20-\x7e]+$/

/** Longer lifetimes count as unlimited, because some providers send huge numbers. */
const MAX_LIFETIME_SECONDS = 10 * 366 * 86_400

/**
 * The response to a refresh may omit fields that `before` has (RFC 6749, 5.1 and 6). @throws ProviderFailure for an
 * invalid token
 */
export function grantOf(
  answer: TokenEndpointResponse,
  before: Pick<ProviderGrant, 'scope' | 'refreshToken'>,
  clock: Clock,
): ProviderGrant {
  const { expires_in: seconds } = answer
  for (const token of [answer.access_token, answer.refresh_token ?? 'none'])
    if (!TOKEN.test(token)) throw new ProviderFailure('The provider sent a token in an invalid format.')
  const hasEnd = typeof seconds === 'number' && seconds > 0 && seconds <= MAX_LIFETIME_SECONDS
  return {
    accessToken: answer.access_token,
    refreshToken: answer.refresh_token ?? before.refreshToken,
    tokenType: answer.token_type,
    scope: answer.scope ?? before.scope,
    expiresAt: hasEnd ? epochSeconds(clock) + Math.floor(seconds) : null,
  }
}
