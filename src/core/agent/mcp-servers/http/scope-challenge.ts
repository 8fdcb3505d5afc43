import { bearerChallenges } from '#ground/base/bearer-challenges.ts'
import { readScopes } from '#ground/base/oauth-scopes.ts'

/**
 * An answer that refuses a token for its scopes, in the one form that the client library reads: 403 with one Bearer
 * challenge. Servers also send it beside challenges of other schemes, or with 401. Other answers are returned as they are.
 *
 * Source: RFC 6750, section 3.1.
 */
export function withScopeChallenge(response: Response): Response {
  if (response.status !== 401 && response.status !== 403) return response
  const challenge = bearerChallenges(response.headers.get('www-authenticate')).find(
    ({ error }) => error === 'insufficient_scope',
  )
  if (!challenge) return response
  const scope = readScopes(challenge['scope'] ?? '').join(' ')
  const headers = new Headers(response.headers)
  headers.set('www-authenticate', `Bearer error="insufficient_scope"${scope && `, scope="${scope}"`}`)
  return new Response(response.body, { status: 403, headers })
}
