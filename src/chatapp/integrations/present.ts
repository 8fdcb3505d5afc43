import type { ProviderConnection } from './connections.ts'
import type { ConnectionState } from './schema.ts'
import { missingScopes, stateOf } from './state.ts'
import { connectionName, type Provider } from './provider.ts'
import type { StoredEntry } from './providers.ts'

export const connectionState = (
  connection: ProviderConnection,
  provider: Provider,
  now: number,
): ConnectionState => stateOf(factsOf(connection, provider), now)

const factsOf = (connection: ProviderConnection, provider: Provider) => ({
  ...connection,
  readable: connection.tokens !== null,
  granted: connection.scope,
  wanted: provider.scope,
})

export function sessionView(connection: ProviderConnection, provider: Provider, now: number) {
  const state = connectionState(connection, provider, now)
  const { tokens, scope, expiresAt } = connection
  const works = tokens !== null && state !== 'expired' && state !== 'misconfigured'
  return {
    id: connection.id,
    user_id: connection.accountId,
    provider: connectionName(connection.providerId),
    token: works
      ? { access_token: tokens.accessToken, token_type: tokens.tokenType, expires_at: expiresAt, scope }
      : null,
    state,
    scope,
    expires_at: expiresAt,
    created_at: connection.createdAt,
    updated_at: connection.updatedAt,
  }
}

export function toolView(
  provider: Provider,
  connection: ProviderConnection | null,
  accountId: string,
  now: number,
) {
  const state = connection && connectionState(connection, provider, now)
  return {
    id: `server:${connectionName(provider.id)}`,
    user_id: accountId,
    name: provider.name,
    meta: { description: provider.description },
    access_grants: [],
    authenticated: state !== null && !['revoked', 'expired', 'misconfigured'].includes(state),
    provider: connectionName(provider.id),
    kind: provider.source.kind,
    scopes: provider.scope.split(' ').filter(Boolean),
    connection: connection && {
      state: state!,
      scopes: connection.scope.split(/[ ,]/).filter(Boolean),
      missing_scopes: missingScopes(factsOf(connection, provider)),
      expires_at: connection.canRefresh ? null : connection.expiresAt,
      created_at: connection.createdAt,
    },
  }
}

export const entryView = (
  { entry, createdAt, updatedAt }: StoredEntry,
  { connections, problem }: { connections: number; problem: string | null },
) => ({
  ...entry,
  connections,
  problem,
  created_at: createdAt,
  updated_at: updatedAt,
})
