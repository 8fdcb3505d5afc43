import * as oauth from 'openid-client'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import { reasonOf } from '#chatapp/integrations/failure.ts'
import type { Attempt, Attempts } from './attempts.ts'
import { isWhole, personOf, type Person } from './claims.ts'
import type { Clients } from './clients.ts'
import { problemOf, type Problem } from './problem.ts'
import type { IdentityProvider } from './provider.ts'

export interface NotSignedIn extends Problem {
  /** For the log. */
  reason: string
}

interface Answered {
  /** Sealed attempts that the browser carries. */
  carried: Iterable<string>
  /** As the provider sent it. */
  query: URLSearchParams
}

/** Sending browsers to a provider, and taking what they come back with. */
export const createSigningIn = ({ clients, attempts }: { clients: Clients; attempts: Attempts }) => ({
  /** @returns Where to send the browser, and what it carries. */
  async begin(
    provider: IdentityProvider,
    where: Pick<Attempt, 'redirectUri' | 'target'>,
  ): Promise<Result<{ url: URL; carried: string }, NotSignedIn>> {
    const attempt = {
      ...where,
      state: oauth.randomState(),
      nonce: oauth.randomNonce(),
      verifier: oauth.randomPKCECodeVerifier(),
    }
    try {
      const url = oauth.buildAuthorizationUrl(await clients.of(provider), {
        redirect_uri: attempt.redirectUri,
        scope: provider.scope,
        state: attempt.state,
        nonce: attempt.nonce,
        code_challenge: await oauth.calculatePKCECodeChallenge(attempt.verifier),
        code_challenge_method: 'S256',
      })
      return accepted({ url, carried: attempts.seal(provider.id, attempt) })
    } catch (error) {
      return refused({ problem: 'unreachable', reason: reasonOf(error) })
    }
  },

  /** @returns Whom the provider signed in, and where they go. */
  async finish(
    provider: IdentityProvider,
    { carried, query }: Answered,
  ): Promise<Result<{ person: Person; target: string }, NotSignedIn & { target: string }>> {
    const attempt = attempts.find(provider.id, carried, query.get('state') ?? '')
    if (!attempt) return refused({ problem: 'attempt_over', reason: 'unknown state', target: '/' })
    const { target } = attempt
    try {
      return accepted({
        person: await exchange(await clients.of(provider), provider, attempt, query),
        target,
      })
    } catch (error) {
      clients.forget(provider.id)
      return refused({ ...problemOf(error), reason: reasonOf(error), target })
    }
  },

  /** Where a browser ends its session at the provider; null where it has no such place or can't be asked. */
  async endingOf(provider: IdentityProvider, backTo: string): Promise<URL | null> {
    const client = await clients.of(provider).catch(() => null)
    if (!client?.serverMetadata().end_session_endpoint) return null
    return oauth.buildEndSessionUrl(client, { post_logout_redirect_uri: backTo })
  },
})

async function exchange(
  client: oauth.Configuration,
  provider: IdentityProvider,
  { state, nonce, verifier, redirectUri }: Attempt,
  query: URLSearchParams,
): Promise<Person> {
  const tokens = await oauth.authorizationCodeGrant(client, new URL(`${redirectUri}?${query.toString()}`), {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()!
  const asks = !isWhole(claims, provider) && client.serverMetadata().userinfo_endpoint !== undefined
  const more = asks ? await oauth.fetchUserInfo(client, tokens.access_token, claims.sub) : {}
  // What is signed wins.
  return personOf({ ...more, ...claims }, provider)
}
