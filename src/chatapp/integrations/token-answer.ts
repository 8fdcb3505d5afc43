import type { TokenEndpointResponse } from 'openid-client'
import { epochSeconds, type Clock } from '#base/clock.ts'
import type { Grant } from './connections.ts'

/**
 * What a token endpoint answered, as we keep it.
 *
 * @param before What there was before: a refresh may leave out what stays as it was (RFC 6749, 5.1 and 6).
 */
export function grantOf(
  answer: TokenEndpointResponse,
  before: Pick<Grant, 'scope' | 'refreshToken'>,
  clock: Clock,
): Grant {
  const { expires_in: seconds } = answer
  return {
    accessToken: answer.access_token,
    refreshToken: answer.refresh_token ?? before.refreshToken,
    tokenType: answer.token_type,
    scope: answer.scope ?? before.scope,
    expiresAt: typeof seconds === 'number' && seconds > 0 ? epochSeconds(clock) + Math.floor(seconds) : null,
  }
}
