import * as oauth from 'openid-client'
import type { Clock } from '#ground/base/clock.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { ChatappEvents } from '#chatapp/http/log-events.ts'
import type { Authorities, Authority } from './authority.ts'
import type { AuthorizationUrl, AuthorizationUrls } from './authorization-urls.ts'
import { clientOf } from './client.ts'
import type { ProviderConnection, ProviderConnections, ProviderTokens } from './connections.ts'
import { ProviderFailure, oauthFailureReason } from './failure.ts'
import type { Flow, Flows } from './flows.ts'
import { createKnownClients } from './known-clients.ts'
import type { Provider } from './provider.ts'
import type { Providers } from './providers.ts'
import { checkScopeLength, hasScope, unionOfScopes, withoutScopes } from './scopes.ts'
import { secondTry, type SecondTry } from './second-try.ts'
import { grantOf } from './token-answer.ts'
import { wordsFor } from './refusal-words.ts'

type Unconnected = string

interface Beginning extends SecondTry {
  provider: Provider
  accountId: string
  sessionId: string
  origin: string
  /**
   * True if an administrator has configured the origin or begins the flow. Otherwise, the origin comes from the
   * request.
   */
  originIsSure: boolean
  fromSettings: boolean
  furtherScopes?: readonly string[]
}

interface AuthorizationCallback {
  provider: Provider
  accountId: string
  sessionId: string
  query: URLSearchParams
}

export type Authorization = ReturnType<typeof createAuthorization>

export interface AuthorizationParts {
  providers: Pick<Providers, 'find' | 'keepRegistration'>
  authorities: Authorities
  authorizationUrls: AuthorizationUrls
  flows: Flows
  connections: Pick<ProviderConnections, 'find' | 'replace'>
  revokeTokens(provider: Provider, connection: ProviderConnection): void
  clock: Clock
  events: Pick<ChatappEvents, 'connectionMade' | 'connectionRefused' | 'clientDocumentRefused'>
}

export function createAuthorization(parts: AuthorizationParts) {
  const { authorities, flows, connections, clock, events } = parts
  const knownClient = createKnownClients(parts)

  return {
    async begin(beginning: Beginning): Promise<Result<URL, Unconnected>> {
      const { accountId, provider } = beginning
      try {
        // When a person connects again, the provider may have a new authorization server, so its metadata is read
        // again.
        if (await connections.find(accountId, provider.id)) authorities.forget(provider.id)
        return accepted(await addressFor({ ...parts, knownClient }, beginning))
      } catch (error) {
        return refused(unconnected(parts, beginning, error))
      }
    },

    async finish(callback: AuthorizationCallback): Promise<Result<Flow, UnfinishedFlow>> {
      const { provider, accountId, sessionId, query } = callback
      const state = query.get('state') ?? ''
      const flow = await flows.consume(state, { accountId, sessionId, providerId: provider.id })
      if (!flow) {
        events.connectionRefused({
          account: accountId,
          provider: provider.id,
          reason: 'unknown or expired state parameter',
        })
        return refused({ reason: UNKNOWN_STATE, flow: null, again: null })
      }
      try {
        const authority = await authorities.of(provider)
        const answer = await exchange(authority, callback, flow)
        const grant = {
          ...grantOf(answer, { scope: flow.scope, refreshToken: null }, clock),
          issuer: authority.metadata.issuer,
        }
        const before = await connections.find(accountId, provider.id)
        await connections.replace(accountId, provider.id, grant)
        // Revokes the old tokens only if they belong to another session of the provider (`sid`), because some
        // providers would otherwise also revoke the new tokens.
        if (before && isOfAnotherSession(before.tokens, grant)) parts.revokeTokens(provider, before)
        events.connectionMade({ account: accountId, provider: provider.id })
        return accepted(flow)
      } catch (error) {
        return refused({
          reason: unconnected(parts, callback, error),
          flow,
          again: await resumeAuthorization({ ...parts, knownClient }, { provider, flow, error }),
        })
      }
    },
  }
}

interface BeginningParts extends Pick<
  AuthorizationParts,
  'authorities' | 'authorizationUrls' | 'flows' | 'connections'
> {
  knownClient: ReturnType<typeof createKnownClients>
}

async function addressFor(parts: BeginningParts, beginning: Beginning): Promise<URL> {
  const { authorities, flows, knownClient } = parts
  const { accountId, sessionId, fromSettings, origin, mustPush = false } = beginning
  const authority = await authorities.of(beginning.provider)
  const { provider, redirectUri } = await knownClient({
    provider: beginning.provider,
    authority,
    redirectUri: redirectUriOf(origin, beginning.provider.id),
    isSure: beginning.originIsSure,
    ...(beginning.isClientRefused && { isRefused: true }),
  })
  const { resource } = authority
  const scope = withoutScopes(await wantedScope(parts, authority, beginning), beginning.refusedScopes ?? [])
  checkScopeLength(scope)
  const verifier = oauth.randomPKCECodeVerifier()
  const nonce = hasScope(scope, 'openid') ? oauth.randomNonce() : null
  const flow = { verifier, nonce, redirectUri, resource, scope, origin, fromSettings }
  const state = flows.newState()
  try {
    const { url, isPushed } = await requestFor(parts, { provider, authority, flow, state, mustPush })
    await flows.begin(state, { accountId, providerId: provider.id, sessionId, ...flow, isPushed })
    return url
  } catch (error) {
    const second = secondTry({ provider, scope, isPushed: true, error })
    if (!second) throw error
    return addressFor(parts, { ...beginning, ...second })
  }
}

/**
 * Some providers replace the granted scopes with the scopes of the newest request, so the request includes the granted
 * scopes.
 */
async function wantedScope(
  { connections }: Pick<AuthorizationParts, 'connections'>,
  authority: Authority,
  { accountId, provider, furtherScopes = [] }: Beginning,
): Promise<string> {
  if (furtherScopes.length === 0) return authority.scope
  const before = await connections.find(accountId, provider.id)
  return unionOfScopes(authority.scope, before?.scope ?? '', furtherScopes.join(' '))
}

interface AuthorizationRequest {
  provider: Provider
  authority: Authority
  flow: Pick<Flow, 'verifier' | 'nonce' | 'redirectUri' | 'resource' | 'scope'>
  state: string
  mustPush: boolean
}

async function requestFor(
  { authorizationUrls }: Pick<AuthorizationParts, 'authorizationUrls'>,
  { provider, authority, flow, state, mustPush }: AuthorizationRequest,
): Promise<AuthorizationUrl> {
  const { verifier, nonce, redirectUri, resource, scope } = flow
  const parameters = {
    redirect_uri: redirectUri,
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(scope && { scope }),
    ...(nonce && { nonce }),
    ...(resource && { resource }),
    // OpenID providers grant a refresh token only after a new consent.
    ...(hasScope(scope, 'offline_access') && { prompt: 'consent' }),
    ...provider.authorizeParameters,
  }
  const config = clientOf(provider, authority)
  const built = await authorizationUrls.urlFor(provider, config, parameters, { mustPush })
  if (built) return built
  throw new ProviderFailure(
    `${provider.name} was not connected: the provider requires pushed authorization requests (PAR) but names no address for them. Contact an administrator.`,
  )
}

async function resumeAuthorization(
  parts: BeginningParts,
  { provider, flow, error }: { provider: Provider; flow: Flow; error: unknown },
): Promise<URL | null> {
  const { accountId, sessionId, origin, fromSettings, scope, isPushed = false } = flow
  const second = secondTry({ provider, scope, isPushed, error })
  if (!second) return null
  if (second.mustPush) parts.authorizationUrls.pushFromNowOn(provider)
  const beginning = { provider, accountId, sessionId, origin, originIsSure: false, fromSettings }
  try {
    const usual = (await parts.authorities.of(provider)).scope
    const furtherScopes = scope.split(' ').filter((one) => one !== '' && !hasScope(usual, one))
    return await addressFor(parts, { ...beginning, furtherScopes, mustPush: isPushed, ...second })
  } catch {
    return null
  }
}

function isOfAnotherSession(before: ProviderTokens | null, after: ProviderTokens): boolean {
  const [old, fresh] = [sessionOf(before?.refreshToken), sessionOf(after.refreshToken)]
  return old !== null && fresh !== null && old !== fresh
}

/** `sid` of a JWT. Not verified, because it only decides whether tokens are revoked. */
function sessionOf(token: string | null | undefined): string | null {
  const payload = token?.split('.').length === 3 ? token.split('.')[1]! : ''
  try {
    const { sid } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { sid?: unknown }
    return typeof sid === 'string' && sid !== '' ? sid : null
  } catch {
    return null
  }
}

function exchange(
  authority: Authority,
  { provider, query }: AuthorizationCallback,
  { verifier, nonce, redirectUri, resource }: Flow,
) {
  return oauth.authorizationCodeGrant(
    clientOf(provider, authority),
    new URL(`${redirectUri}?${answerOf(query, provider).toString()}`),
    {
      pkceCodeVerifier: verifier,
      expectedState: query.get('state') ?? '',
      ...(nonce !== null && { expectedNonce: nonce }),
      idTokenExpected: provider.source.kind === 'openid',
    },
    resource ? { resource } : {},
  )
}

function unconnected(
  { authorities, events }: Pick<AuthorizationParts, 'authorities' | 'events'>,
  { provider, accountId }: Pick<Beginning, 'provider' | 'accountId'>,
  error: unknown,
): Unconnected {
  events.connectionRefused({ account: accountId, provider: provider.id, reason: oauthFailureReason(error) })
  const words = wordsFor(provider, error)
  if (words !== null) return words
  if (error instanceof ProviderFailure) return error.message
  authorities.forget(provider.id)
  return `${provider.name} could not be connected: it sent an invalid answer. Try again in a moment.`
}

interface UnfinishedFlow {
  reason: Unconnected
  flow: Flow | null
  again: URL | null
}

const UNKNOWN_STATE =
  'This authorization is no longer valid: it was used already, took too long, or was started by another person. Connect again.'

export const redirectUriOf = (origin: string, serverId: string): string =>
  `${origin}/oauth/clients/mcp:${serverId}/callback`

/** Removes `iss` (RFC 9207) if no issuer is configured to compare it with. */
function answerOf(query: URLSearchParams, { source }: Provider): URLSearchParams {
  const answer = new URLSearchParams(query)
  if (source.kind === 'oauth2' && source.issuer === null) answer.delete('iss')
  return answer
}
