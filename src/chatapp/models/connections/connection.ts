import type { ConnectionConfig } from '#chatapp/accounts/settings/schema.ts'

/** An OpenAI-compatible server with models. */
export interface ModelServer {
  /** Position in the list of all connections; the built-in ones are first. */
  index: number
  /** Base address without a slash at the end, such as `http://127.0.0.1:8000/v1`; empty for a Hub that never had one. */
  url: string
  /** Sent as `Authorization: Bearer`; empty sends none. */
  key: string
  /** Model ids are shown as `<prefix>.<id>`; empty leaves them as they are. */
  prefix: string
  /** Fixed list of ids; empty queries the server. */
  modelIds: readonly string[]
  headers: Readonly<Record<string, string>>
  /** The Hub of its bridge, which accepts every file by its name; null for any other server. */
  hub: ConnectedHub | null
}

export interface ConnectedHub {
  /** The id of its model. */
  slug: string
  /** Null while its bridge is available. */
  away: Away | null
}

/** Reason why a connection is not used now, and since when, ISO 8601. */
export interface Away {
  state: 'starting' | 'broken' | 'paused' | 'unreachable'
  since: string
}

/** A connection that the wiring gives: the bridge of a Hub. Administrators can't take it away. */
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

/** A connection as an administrator stored it; null while it is switched off. */
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
