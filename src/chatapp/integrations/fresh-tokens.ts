import { refreshTokenGrant, type Configuration } from 'openid-client'
import { epochSeconds, type Clock } from '#ground/base/clock.ts'
import { newToken } from '#ground/base/ids.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { ChatappEvents } from '#chatapp/http/log-events.ts'
import type { Authorities, Authority } from './authority.ts'
import { isDocumentClient } from './client-document.ts'
import { clientOf } from './client.ts'
import type { ProviderConnection, ProviderConnections } from './connections.ts'
import { isForgottenClient, isOurSetUp, isOver, oauthErrorOf, oauthFailureReason } from './failure.ts'
import { registersItself, registrationOf, type Provider } from './provider.ts'
import { isDue } from './state.ts'
import { grantOf } from './token-answer.ts'

export type FreshTokens = ReturnType<typeof createFreshTokens>

export interface FreshTokensParts {
  connections: ProviderConnections
  authorities: Authorities
  clock: Clock
  /** Revokes unused tokens at the provider. Never rejects. */
  giveBack(provider: Provider, connection: ProviderConnection): Promise<unknown>
  /** The origin that an administrator named, where our client ID metadata documents are served. */
  documentOrigin(): Promise<string | null>
  events: Pick<ChatappEvents, 'connectionRefreshed' | 'connectionRevoked' | 'connectionNotRefreshed'>
}

interface Refresh {
  provider: Provider
  connection: ProviderConnection
  /** Holder of the lease. */
  owner: string
  /** Whether the access token works still. */
  works: boolean
  /** Or the error of discovery. */
  authority: Result<Authority, unknown>
}

/** Longer than a refresh may take, so that no refresh outlasts its lease. */
const LEASE_MS = 30_000
const POLL_INTERVAL_MS = 100
/** After a failed refresh, a token that still works is given out for so long before the next try. */
const RETRY_SECONDS = 15

/** Access tokens that work right now, refreshed ahead of their end by one process at a time. */
export function createFreshTokens(parts: FreshTokensParts) {
  const { connections, clock, events } = parts
  const running = new Map<string, Promise<Result<ProviderConnection, 'unreachable'>>>()

  /**
   * The connection with a valid token, or without a token when it needs the person. `unreachable`: try again.
   * A connection whose refresh the provider refuses is returned unchanged, with `refreshError`.
   */
  const fresh = async (
    provider: Provider,
    connection: ProviderConnection,
  ): Promise<Result<ProviderConnection, 'unreachable'>> => {
    const now = epochSeconds(clock)
    if (!connection.tokens?.refreshToken || !isDue(connection, now)) return accepted(connection)
    const works = connection.expiresAt! > now
    const { refreshFailedAt } = connection
    if (works && refreshFailedAt !== null && now - refreshFailedAt < RETRY_SECONDS)
      return accepted(connection)
    const known = running.get(connection.id)
    if (known) return known
    const refreshing = refreshOnce(provider, connection, works).finally(() => running.delete(connection.id))
    running.set(connection.id, refreshing)
    return refreshing
  }

  const refreshOnce = async (
    provider: Provider,
    connection: ProviderConnection,
    works: boolean,
  ): Promise<Result<ProviderConnection, 'unreachable'>> => {
    // Before the lease: discovery at a provider may take long, and a refresh must not outlast its lease.
    const authority = await parts.authorities.of(provider).then(accepted, (error: unknown) => refused(error))
    const owner = newToken(96)
    if (await connections.lease(connection, owner, LEASE_MS))
      return refresh({ provider, connection, owner, works, authority })
    // Another process is at it, or was just now. A token that works need not wait for it.
    const deadline = clock.now() + LEASE_MS
    if (!works)
      while (clock.now() < deadline && (await connections.isLeased(connection.id)))
        await clock.sleep(POLL_INTERVAL_MS)
    const current = await connections.find(connection.accountId, connection.server)
    if (!current) return accepted({ ...connection, tokens: null })
    const isNewer = current.id !== connection.id || current.updatedAt !== connection.updatedAt
    return isNewer || works ? accepted(current) : refused('unreachable')
  }

  const refresh = async ({
    provider,
    connection,
    owner,
    works,
    authority,
  }: Refresh): Promise<Result<ProviderConnection, 'unreachable'>> => {
    const facts = { account: connection.accountId, provider: provider.id }
    try {
      if (!authority.ok) throw authority.refusal
      const { resource, metadata } = authority.value
      const { refreshToken, issuer = metadata.issuer } = connection.tokens!
      // The server names another authorization server now, which must not get tokens of the earlier one.
      if (issuer !== metadata.issuer) return await endConnection(parts, { provider, connection, owner })
      const config = clientOf(provider, authority.value)
      const answer = await renewedBy(config, refreshToken!, { resource, scope: connection.scope })
      const grant = { ...grantOf(answer, { scope: connection.scope, refreshToken }, clock), issuer }
      // The new refresh token is stored before anybody gets the new access token: the old one may be void by now.
      if (!(await connections.renewed(connection, owner, grant))) {
        await parts.giveBack(provider, { ...connection, tokens: grant })
        return accepted({ ...connection, tokens: null })
      }
      events.connectionRefreshed(facts)
      const current = await connections.find(connection.accountId, connection.server)
      return accepted(current ?? { ...connection, tokens: null })
    } catch (error) {
      const code = oauthErrorOf(error)
      // A refresh token is its client's: one of a client that is gone is good for nothing.
      if (isOver(code) || (isForgottenClient(code) && (await isGone(provider, parts.documentOrigin))))
        return await endConnection(parts, { provider, connection, owner })
      events.connectionNotRefreshed({ ...facts, reason: oauthFailureReason(error) })
      parts.authorities.forget(provider.id)
      const refreshError = isOurSetUp(code) ? code : null
      await connections.refreshFailed(connection, owner, refreshError)
      if (works) return accepted(connection)
      // Trying again is of no use before an administrator has put the entry right.
      return refreshError === null
        ? refused('unreachable')
        : accepted({ ...connection, refreshFailedAt: epochSeconds(clock), refreshError })
    }
  }

  return { fresh }
}

/** Keep a connection without tokens: only the person can connect again. */
async function endConnection(
  { connections, events }: Pick<FreshTokensParts, 'connections' | 'events'>,
  { provider, connection, owner }: Pick<Refresh, 'provider' | 'connection' | 'owner'>,
): Promise<Result<ProviderConnection, never>> {
  await connections.revoked(connection, owner)
  events.connectionRevoked({ account: connection.accountId, provider: provider.id })
  return accepted({ ...connection, tokens: null })
}

/** Whether a client that the provider no longer knows stays unknown. Our document may only have been out of its reach for a while. */
async function isGone(provider: Provider, documentOrigin: () => Promise<string | null>): Promise<boolean> {
  const registration = registrationOf(provider)
  if (!isDocumentClient(registration)) return registersItself(provider)
  return new URL(registration.redirectUri).origin !== (await documentOrigin())
}

/** `scope` may be left out of a renewal (RFC 6749, 6), so it is sent only to providers that refuse one without it. */
async function renewedBy(
  config: Configuration,
  refreshToken: string,
  { resource, scope }: { resource: string | null; scope: string },
) {
  const parameters = resource ? { resource } : undefined
  try {
    return await refreshTokenGrant(config, refreshToken, parameters)
  } catch (error) {
    const code = oauthErrorOf(error)
    const scopes = scope.split(/[ ,]/).filter(Boolean).join(' ')
    if (scopes === '' || (code !== 'invalid_scope' && code !== 'invalid_request')) throw error
    return refreshTokenGrant(config, refreshToken, { ...parameters, scope: scopes })
  }
}
