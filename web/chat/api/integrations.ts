import { request } from './client.ts'

export type ConnectionState =
  | 'healthy'
  | 'expiring'
  | 'expired'
  | 'revoked'
  | 'scope_missing'
  | 'misconfigured'

/** A provider as the person sees it, with their connection. Times are epoch seconds. */
export interface Connectable {
  /** `mcp:<id>`. */
  provider: string
  name: string
  meta: { description: string }
  scopes: string[]
  connection: {
    state: ConnectionState
    scopes: string[]
    missing_scopes: string[]
    /** Null when it renews itself. */
    expires_at: number | null
    created_at: number
  } | null
}

export interface AccessGrant {
  principal_type: 'user' | 'group'
  principal_id: string
  permission: 'read'
}

export type ProviderKind = 'mcp' | 'openid' | 'oauth2'

/** A provider as administrators write it. Stored secrets are read as `••••••••`. */
export interface ProviderEntry {
  url: string
  type: 'mcp'
  auth_type: 'oauth_2.1' | 'oauth_2.1_static'
  config: {
    enable: boolean
    kind: ProviderKind
    access_grants: AccessGrant[]
    oauth_scope: string
    oauth_server_url?: string | null
    token_url?: string | null
    revocation_url?: string | null
    issuer?: string | null
    client_authentication?: 'basic' | 'post' | null
    authorize_parameters?: Record<string, string>
  }
  info: {
    id: string
    name: string
    description: string
    oauth_client_id?: string | null
    oauth_client_secret?: string | null
    oauth_client_info?: string | null
  }
}

export interface StoredProvider extends ProviderEntry {
  /** How many people are connected. */
  connections: number
  /** The code with which the provider refuses this service; null when it does not. */
  problem: string | null
}

export interface Verified {
  issuer: string
  scope: string
  registers_clients: boolean
  revokes: boolean
}

const SERVERS = '/api/v1/configs/tool_servers'
const serverPath = (id: string) => `${SERVERS}/${encodeURIComponent(id)}`

export const listConnectable = (signal?: AbortSignal) => request<Connectable[]>('/api/v1/tools/', { signal })

/** Where the browser goes to connect an account; it comes back to the settings. */
export const authorizeAddress = (provider: string): string =>
  `/oauth/clients/${provider}/authorize?from=settings`

export const disconnect = (provider: string) =>
  request<{ revoked: 'done' | 'unsupported' | 'failed' | 'nothing' }>(
    `/api/v1/auths/oauth/sessions/${provider}?report=true`,
    { method: 'DELETE' },
  )

export const listProviders = (signal?: AbortSignal) =>
  request<{ TOOL_SERVER_CONNECTIONS: StoredProvider[]; redirect_origin: string }>(SERVERS, {
    signal,
  })

export const verifyProvider = (entry: ProviderEntry) =>
  request<Verified>(`${SERVERS}/verify`, { method: 'POST', body: entry })

/** Store a provider. One that registers us by itself does so first, so that it is known to work. */
export async function saveProvider({
  entry,
  isNew,
  register,
}: {
  entry: ProviderEntry
  isNew: boolean
  register: boolean
}): Promise<{ ended: number }> {
  const { id } = entry.info
  const body = register
    ? { ...entry, info: { ...entry.info, oauth_client_info: await registered(entry) } }
    : entry
  return request(`${serverPath(id)}${isNew ? '?new=true' : ''}`, { method: 'POST', body })
}

async function registered({ url, config, info }: ProviderEntry): Promise<string> {
  const answer = await request<{ oauth_client_info: string }>(
    '/api/v1/configs/oauth/clients/register?type=mcp',
    {
      method: 'POST',
      body: {
        url,
        client_id: info.id,
        oauth_server_url: config.oauth_server_url ?? null,
        oauth_scope: config.oauth_scope,
      },
    },
  )
  return answer.oauth_client_info
}

export const removeProvider = (id: string) => request<{ ended: number }>(serverPath(id), { method: 'DELETE' })

export const listGroups = (signal?: AbortSignal) =>
  request<{ id: string; name: string }[]>('/api/v1/groups/', { signal })
