import type { ClientMetadata } from 'openid-client'
import type { IntegrationEntry } from './schema.ts'

/** Our client at an authorization server: registered dynamically (RFC 7591), or named by our client ID metadata document. */
export interface ClientRegistration {
  issuer: string
  /** The address it may send people back to. */
  redirectUri: string
  client: ClientMetadata
  /** The client id is the address of our document; nothing was registered. */
  isDocument?: true
  /** The address of a document that this authorization server refused, so that it is not offered again. */
  refusedDocument?: string
}

/** A service where people connect an account. */
export interface Provider {
  /** Unique; its connections are named `mcp:<id>`. */
  id: string
  name: string
  description: string
  enabled: boolean
  grants: IntegrationEntry['config']['access_grants']
  /** Wanted scopes with spaces between; empty leaves it to the provider. */
  scope: string
  /** Whether to request `offline_access` if the provider supports it. */
  offlineAccess: boolean
  client: { id: string; secret: string | null } | { registration: ClientRegistration | null }
  /** Null: as the provider declares, else its kind's default. */
  clientAuthentication: 'basic' | 'post' | null
  /** Additional parameters of the authorization request. */
  authorizeParameters: Readonly<Record<string, string>>
  source: McpSource | OpenIdSource | OauthSource
  /** Changes with every change of the provider. */
  revision: string
}

/** An MCP server that names its authorization server (RFC 9728). */
export interface McpSource {
  kind: 'mcp'
  url: string
  /** Used in place of what the server names. */
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

/** Whether our client there is one that we register ourselves, and no administrator entered. */
export const registersItself = ({ client }: Pick<Provider, 'client'>): boolean => 'registration' in client

/** Our registration at a provider; null before the first, and where an administrator entered our client. */
export const registrationOf = (provider: Pick<Provider, 'client'> | null): ClientRegistration | null =>
  provider && 'registration' in provider.client ? provider.client.registration : null

/** The name of a provider's connections in the API. */
export const connectionName = (serverId: string): string => `mcp:${serverId}`

/** The provider behind a connection's name; null for other names. */
export const serverIdOf = (name: string): string | null =>
  name.startsWith('mcp:') && name.length > 4 ? name.slice(4) : null

export interface ProviderSecrets {
  clientSecret: string | null
  registration: ClientRegistration | null
}

/** A provider from its entry. Pure. */
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
