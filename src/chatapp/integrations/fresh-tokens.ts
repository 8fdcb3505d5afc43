import { refreshTokenGrant, type Configuration } from 'openid-client'
import { epochSeconds, type Clock } from '#ground/base/clock.ts'
import { newToken } from '#ground/base/ids.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { ChatappEvents } from '#chatapp/http/log-events.ts'
import type { Authorities, Authority } from './authority.ts'
import { isDocumentClient } from './client-document.ts'
import { clientOf } from './client.ts'
import type { ProviderConnection, ProviderConnections } from './connections.ts'
import {
  isForgottenClient,
  isServiceMisconfigured,
  isRefreshTokenExpired,
  oauthErrorOf,
  oauthFailureReason,
} from './failure.ts'
import { registersItself, registrationOf, type Provider } from './provider.ts'
import { isDue } from './state.ts'
import { grantOf } from './token-answer.ts'

export type FreshTokens = ReturnType<typeof createFreshTokens>

export interface FreshTokensParts {
  connections: ProviderConnections
  authorities: Authorities
  clock: Clock
  /** Revokes unused tokens at the provider. Never rejects. */
  revokeTokens(provider: Provider, connection: ProviderConnection): Promise<unknown>
  documentOrigin(): Promise<string | null>
  events: Pick<ChatappEvents, 'connectionRefreshed' | 'connectionRevoked' | 'connectionNotRefreshed'>
}

interface Refresh {
  provider: Provider
  connection: ProviderConnection
  owner: string
  isAccessTokenValid: boolean
  authority: Result<Authority, unknown>
}

/** Must be longer than a refresh can take. */
const LEASE_MS = 30_000
const POLL_INTERVAL_MS = 100
/** Delay after a failed refresh, while the access token is still valid. */
const RETRY_SECONDS = 15

/** One process at a time refreshes a token before it expires. */
export function createFreshTokens(parts: FreshTokensParts) {
  const { connections, clock, events } = parts
  const running = new Map<string, Promise<Result<ProviderConnection, 'unreachable'>>>()

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
    // Must precede the lease, because discovery may take longer than the lease.
    const authority = await parts.authorities.of(provider).then(accepted, (error: unknown) => refused(error))
    const owner = newToken(96)
    if (await connections.lease(connection, owner, LEASE_MS))
      return refresh({ provider, connection, owner, isAccessTokenValid: works, authority })
    // Another process refreshes the token. Wait only if the token has expired.
    const deadline = clock.now() + LEASE_MS
    if (!works)
      while (clock.now() < deadline && (await connections.isLeased(connection.id)))
        await clock.sleep(POLL_INTERVAL_MS)
    const current = await connections.find(connection.accountId, connection.providerId)
    if (!current) return accepted({ ...connection, tokens: null })
    const isNewer = current.id !== connection.id || current.updatedAt !== connection.updatedAt
    return isNewer || works ? accepted(current) : refused('unreachable')
  }

  const refresh = async ({
    provider,
    connection,
    owner,
    isAccessTokenValid: works,
    authority,
  }: Refresh): Promise<Result<ProviderConnection, 'unreachable'>> => {
    const facts = { account: connection.accountId, provider: provider.id }
    try {
      if (!authority.ok) throw authority.refusal
      const { resource, metadata } = authority.value
      const { refreshToken, issuer = metadata.issuer } = connection.tokens!
      // The provider now has another authorization server, which must not receive the tokens.
      if (issuer !== metadata.issuer) return await endConnection(parts, { provider, connection, owner })
      const config = clientOf(provider, authority.value)
      const answer = await renewedBy(config, refreshToken!, { resource, scope: connection.scope })
      const grant = { ...grantOf(answer, { scope: connection.scope, refreshToken }, clock), issuer }
      // Must be stored before use, because the provider may have revoked the old refresh token.
      if (!(await connections.renewed(connection, owner, grant))) {
        await parts.revokeTokens(provider, { ...connection, tokens: grant })
        return accepted({ ...connection, tokens: null })
      }
      events.connectionRefreshed(facts)
      const current = await connections.find(connection.accountId, connection.providerId)
      return accepted(current ?? { ...connection, tokens: null })
    } catch (error) {
      const code = oauthErrorOf(error)
      if (
        isRefreshTokenExpired(code) ||
        (isForgottenClient(code) && (await isClientLost(provider, parts.documentOrigin)))
      )
        return await endConnection(parts, { provider, connection, owner })
      events.connectionNotRefreshed({ ...facts, reason: oauthFailureReason(error) })
      parts.authorities.forget(provider.id)
      const refreshError = isServiceMisconfigured(code) ? code : null
      await connections.refreshFailed(connection, owner, refreshError)
      if (works) return accepted(connection)
      return refreshError === null
        ? refused('unreachable')
        : accepted({ ...connection, refreshFailedAt: epochSeconds(clock), refreshError })
    }
  }

  return { fresh }
}

async function endConnection(
  { connections, events }: Pick<FreshTokensParts, 'connections' | 'events'>,
  { provider, connection, owner }: Pick<Refresh, 'provider' | 'connection' | 'owner'>,
): Promise<Result<ProviderConnection, never>> {
  await connections.revoked(connection, owner)
  events.connectionRevoked({ account: connection.accountId, provider: provider.id })
  return accepted({ ...connection, tokens: null })
}

async function isClientLost(
  provider: Provider,
  documentOrigin: () => Promise<string | null>,
): Promise<boolean> {
  const registration = registrationOf(provider)
  if (!isDocumentClient(registration)) return registersItself(provider)
  return new URL(registration.redirectUri).origin !== (await documentOrigin())
}

/**
 * If the provider refuses a refresh without `scope`, retries it with `scope`: some providers require the parameter,
 * although RFC 6749 does not.
 */
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
