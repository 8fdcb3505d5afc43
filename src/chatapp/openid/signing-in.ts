import * as oauth from 'openid-client'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import { createAuthorizationUrls, type AuthorizationUrls } from '#chatapp/integrations/authorization-urls.ts'
import { oauthErrorOf, ProviderFailure, oauthFailureReason } from '#chatapp/integrations/failure.ts'
import type { OpenidAttempt, OpenidAttempts } from './attempts.ts'
import { hasAllClaims, joinedClaims, missingClaims, readOpenidPerson, type OpenidPerson } from './claims.ts'
import type { OpenidClient, Clients, Code } from './clients.ts'
import { problemOf, setUpFault, type NotSignedIn } from './problem.ts'
import type { IdentityProvider } from './provider.ts'

interface Answered {
  carried: Iterable<string>
  query: URLSearchParams
}

interface Beginning extends Pick<OpenidAttempt, 'redirectUri' | 'target'> {
  mustPush?: boolean
}

export interface SignedIn {
  person: OpenidPerson
  remarks: readonly string[]
  idToken: string
  providerSession: string | null
}

export const createSigningIn = ({
  clients,
  attempts,
  authorization = createAuthorizationUrls(),
}: {
  clients: Clients
  attempts: OpenidAttempts
  authorization?: AuthorizationUrls
}) => ({
  async begin(
    provider: IdentityProvider,
    { redirectUri, target, mustPush = false }: Beginning,
  ): Promise<Result<{ url: URL; state: string; carried: string }, NotSignedIn>> {
    const attempt = {
      redirectUri,
      target,
      state: oauth.randomState(),
      nonce: oauth.randomNonce(),
      verifier: oauth.randomPKCECodeVerifier(),
    }
    try {
      const { config } = await clients.reachable(provider)
      const built = await authorization.urlFor(
        provider,
        config,
        {
          redirect_uri: attempt.redirectUri,
          scope: provider.scope,
          state: attempt.state,
          nonce: attempt.nonce,
          code_challenge: await oauth.calculatePKCECodeChallenge(attempt.verifier),
          code_challenge_method: 'S256',
        },
        { mustPush },
      )
      if (built === null) return refused(setUpFault('par_required'))
      const { url, isPushed } = built
      const carried = attempts.seal(provider.id, { ...attempt, isPushed })
      return accepted({ url, state: attempt.state, carried })
    } catch (error) {
      if (oauthErrorOf(error) !== null) return refused(problemOf(error))
      return refused({
        problem: 'unreachable',
        reason: oauthFailureReason(error),
        detail: oauthFailureReason(error),
      })
    }
  },

  async finish(
    provider: IdentityProvider,
    { carried, query }: Answered,
  ): Promise<Result<SignedIn & { target: string }, NotSignedIn & { target: string; again?: Beginning }>> {
    const attempt = attempts.find(provider.id, carried, query.get('state') ?? '')
    if (!attempt)
      return refused({ problem: 'attempt_over', reason: 'unknown or expired state parameter', target: '/' })
    const { target } = attempt
    const code = { code: query.get('code') ?? '', verifier: attempt.verifier }
    try {
      return accepted({ ...(await signedInBy(clients, provider, { attempt, query, code })), target })
    } catch (error) {
      const problem = problemOf(error, idTokenIn(clients.answerTo(code)))
      if (problem.answer === 'par_required' && !attempt.isPushed) {
        authorization.pushFromNowOn(provider)
        const { redirectUri } = attempt
        return refused({ ...problem, target, again: { redirectUri, target, mustPush: true } })
      }
      return refused({ ...problem, target })
    } finally {
      clients.dropAnswer(code)
    }
  },

  async endingOf(provider: IdentityProvider, backTo: string, idToken: string | null): Promise<URL | null> {
    const client = await clients.of(provider).catch(() => null)
    if (!client?.config.serverMetadata().end_session_endpoint) return null
    return oauth.buildEndSessionUrl(client.config, {
      post_logout_redirect_uri: backTo,
      ...(idToken !== null && { id_token_hint: idToken }),
    })
  },
})

interface Exchange {
  attempt: OpenidAttempt
  query: URLSearchParams
  code: Code
}

/**
 * If the cached keys and metadata of the provider may be outdated, verifies the token response once more with new
 * keys and metadata.
 */
async function signedInBy(
  clients: Clients,
  provider: IdentityProvider,
  exchange: Exchange,
): Promise<SignedIn> {
  const client = await clients.of(provider)
  try {
    return await signedIn(client, provider, exchange)
  } catch (error) {
    const answer = clients.answerTo(exchange.code)
    if (answer === null || !mayBeOutdated(error)) {
      if (problemOf(error, idTokenIn(answer)).problem === 'no_answer') clients.forget(provider)
      throw error
    }
    const fresh = await clients.renewed(provider, client, 'sign-in')
    if (!fresh) throw error
    return signedIn(fresh, provider, exchange)
  }
}

const mayBeOutdated = (error: unknown): boolean =>
  error instanceof oauth.ClientError && !FINAL_FAULTS.has(error.code ?? '')

const FINAL_FAULTS = new Set(['OAUTH_JWT_CLAIM_COMPARISON_FAILED', 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED'])

async function signedIn(
  { config }: OpenidClient,
  provider: IdentityProvider,
  { attempt: { state, nonce, verifier, redirectUri }, query }: Exchange,
): Promise<SignedIn> {
  const tokens = await oauth.authorizationCodeGrant(config, new URL(`${redirectUri}?${query.toString()}`), {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  })
  const signed = tokens.claims()!
  // `openid-client` checks `azp` only in tokens with several audiences.
  if (signed.azp !== undefined && signed.azp !== provider.clientId)
    throw new ProviderFailure('the ID token was issued to another client (azp)')
  const asks = !hasAllClaims(signed, provider) && config.serverMetadata().userinfo_endpoint !== undefined
  const more = asks ? await oauth.fetchUserInfo(config, tokens.access_token, signed.sub) : {}
  const claims = joinedClaims(signed, more)
  const person = readOpenidPerson(claims, provider)
  return {
    person,
    remarks: missingClaims(claims, person, provider),
    idToken: tokens.id_token!,
    providerSession: typeof signed['sid'] === 'string' ? signed['sid'] : null,
  }
}

function idTokenIn(answer: string | null): string | null {
  if (answer === null) return null
  try {
    const { id_token: idToken } = JSON.parse(answer) as { id_token?: unknown }
    return typeof idToken === 'string' ? idToken : null
  } catch {
    return null
  }
}
