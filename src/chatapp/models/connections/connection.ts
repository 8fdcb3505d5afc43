import type { ConnectionConfig } from '#chatapp/accounts/settings/schema.ts'

export interface ModelServer {
  index: number
  /** Without a trailing slash, such as `http://127.0.0.1:8000/v1`; empty for a Hub that has never started. */
  url: string
  /** Bearer token; empty: requests have no token. */
  key: string
  /** Model ids are shown as `<prefix>.<id>`; empty: unchanged. */
  prefix: string
  /** Fixed list of model ids; empty: the server is queried. */
  modelIds: readonly string[]
  headers: Readonly<Record<string, string>>
  /** Null if the server is not a Hub's bridge. */
  hub: ConnectedHub | null
}

export interface ConnectedHub {
  slug: string
  /** Null while the Hub is available. */
  away: Away | null
}

/** `since` is ISO 8601. */
export interface Away {
  state: 'starting' | 'broken' | 'paused' | 'unreachable'
  since: string
}

export interface BuiltInConnection extends ConnectedHub {
  url: string
  key: string
}

export const builtInConnection = ({ url, key, ...hub }: BuiltInConnection, index: number): ModelServer => ({
  index,
  url: url.replace(/\/+$/, ''),
  key,
  prefix: '',
  modelIds: [],
  headers: {},
  hub,
})

export const storedConnection = (
  { url, key, config }: { url: string; key: string; config: ConnectionConfig },
  index: number,
): ModelServer | null =>
  config.enable === false
    ? null
    : {
        index,
        url: url.replace(/\/+$/, ''),
        key: config.auth_type === 'none' ? '' : key,
        prefix: config.prefix_id ?? '',
        modelIds: config.model_ids ?? [],
        headers: config.headers ?? {},
        hub: null,
      }
