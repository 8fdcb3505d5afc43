import type { ConnectionConfig } from '#chatapp/accounts/settings/schema.ts'

/** An OpenAI-compatible server with models. */
export interface ModelServer {
  /** Position in the list of all connections; built-in connections are first. */
  index: number
  /**
   * Base address without a trailing slash, such as `http://127.0.0.1:8000/v1`; empty for a Hub that has never
   * started.
   */
  url: string
  /** Sent as `Authorization: Bearer`; empty: not sent. */
  key: string
  /** Model ids are shown as `<prefix>.<id>`; empty: unchanged. */
  prefix: string
  /** Fixed list of model ids; empty: the server is queried. */
  modelIds: readonly string[]
  headers: Readonly<Record<string, string>>
  /** The Hub of a bridge, which accepts all files by name; null for other servers. */
  hub: ConnectedHub | null
}

export interface ConnectedHub {
  /** Also the id of the Hub's model. */
  slug: string
  /** Null while the bridge is available. */
  away: Away | null
}

/** Reason for an unavailable connection; `since` is ISO 8601. */
export interface Away {
  state: 'starting' | 'broken' | 'paused' | 'unreachable'
  since: string
}

/** The bridge of a Hub, from the server's configuration. Administrators cannot remove it. */
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

/** A connection that an administrator added; null while it is switched off. */
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
