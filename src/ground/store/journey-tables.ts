/** Tables of connection journeys and of the use of connections. */
export interface JourneyTables {
  connection_journeys: ConnectionJourneys
  connection_uses: ConnectionUses
}

type Json = string

/** A journey: a person signs in at a provider to connect an account, and returns. The row contains no secret. */
interface ConnectionJourneys {
  id: string
  /** Slug of the Hub that requested it; empty if the person started it. */
  hub: string
  email: string
  /** Account id in the web chat. */
  user_id: string
  /** Provider id of the web chat, without prefix `mcp:`. */
  provider: string
  /** Name of the provider at the time of the request. */
  name: string
  /** Tool that requested it; null: none. */
  tool: string | null
  /** Why a connection is needed: `missing`, `expired`, `revoked`, `scope_missing` or `asked`. */
  lack: string
  /** Scopes that the tool needs. */
  scopes: Json
  /** Chat to return to. */
  chat_id: string | null
  /** `waiting`, `started`, `connected`, `failed`, `cancelled` or `expired`. */
  state: string
  /** Hub, person and provider of an unfinished journey, unique; null after its end. */
  open_key: string | null
  /** The connection before the journey; null: none. */
  before: Json | null
  created_at_ms: number
  expires_at_ms: number
  started_at_ms: number | null
  ended_at_ms: number | null
}

/** Last use of a connection by a Hub. */
interface ConnectionUses {
  hub: string
  email: string
  provider: string
  /** Accurate to the minute. */
  last_used_at_ms: number
}
