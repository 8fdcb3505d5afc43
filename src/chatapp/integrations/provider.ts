import type { ClientMetadata } from 'openid-client'
import type { IntegrationEntry } from './schema.ts'

/** A client registered by RFC 7591, or a client described by a client ID metadata document. */
export interface ClientRegistration {
  issuer: string
  redirectUri: string
  client: ClientMetadata
  isDocument?: true
  /** Address of a client document that the provider refused. This service does not offer it again. */
  refusedDocument?: string
}

export interface Provider {
  /** In the API, the provider's name is `mcp:<id>`. */
  id: string
  name: string
  description: string
  enabled: boolean
  grants: IntegrationEntry['config']['access_grants']
  /** Separated by spaces; empty: the provider's choice. */
  scope: string
  offlineAccess: boolean
  client: { id: string; secret: string | null } | { registration: ClientRegistration | null }
  /** Null: the method that the provider declares, or else the default for this kind of provider. */
  clientAuthentication: 'basic' | 'post' | null
  authorizeParameters: Readonly<Record<string, string>>
  source: McpSource | OpenIdSource | OauthSource
  revision: string
}

/** An MCP server, which declares its authorization server (RFC 9728). */
export interface McpSource {
  kind: 'mcp'
  url: string
  /** Issuer that overrides the declared authorization server. */
  authorizationServer: string | null
}

export interface OpenIdSource {
  kind: 'openid'
  issuer: string
}

export interface OauthSource {
  kind: 'oauth2'
  authorizeUrl: string
  tokenUrl: string
  revocationUrl: string | null
  issuer: string | null
}

export const registersItself = ({ client }: Pick<Provider, 'client'>): boolean => 'registration' in client

export const registrationOf = (provider: Pick<Provider, 'client'> | null): ClientRegistration | null =>
  provider && 'registration' in provider.client ? provider.client.registration : null

export const connectionName = (serverId: string): string => `mcp:${serverId}`

export const serverIdOf = (name: string): string | null =>
  name.startsWith('mcp:') && name.length > 4 ? name.slice(4) : null

export interface ProviderSecrets {
  clientSecret: string | null
  registration: ClientRegistration | null
}

export function providerOf(entry: IntegrationEntry, secrets: ProviderSecrets, revision: string): Provider {
  const { url, config, info } = entry
  return {
    id: info.id,
    name: info.name || info.id,
    description: info.description,
    enabled: config.enable,
    grants: config.access_grants,
    scope: config.oauth_scope.split(' ').filter(Boolean).join(' '),
    offlineAccess: config.offline_access,
    client: info.oauth_client_id
      ? { id: info.oauth_client_id, secret: secrets.clientSecret }
      : { registration: secrets.registration },
    clientAuthentication: config.client_authentication ?? null,
    authorizeParameters: config.authorize_parameters,
    source: sourceOf(url, config),
    revision,
  }
}

function sourceOf(url: string, config: IntegrationEntry['config']): Provider['source'] {
  if (config.kind === 'openid') return { kind: 'openid', issuer: url }
  if (config.kind === 'mcp') return { kind: 'mcp', url, authorizationServer: config.oauth_server_url ?? null }
  return {
    kind: 'oauth2',
    authorizeUrl: url,
    tokenUrl: config.token_url!,
    revocationUrl: config.revocation_url ?? null,
    issuer: config.issuer ?? null,
  }
}
