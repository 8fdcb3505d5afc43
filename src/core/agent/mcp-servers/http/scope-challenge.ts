import { bearerChallenges } from '#ground/base/bearer-challenges.ts'
import { readScopes } from '#ground/base/oauth-scopes.ts'

/**
 * The client library reads only one form of a refusal for missing scopes: 403 with one Bearer challenge (RFC 6750,
 * section 3.1). Servers also send 401, or further challenges of other schemes.
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
