export interface JourneyTables {
  connection_journeys: ConnectionJourneys
  connection_uses: ConnectionUses
}

type Json = string

interface ConnectionJourneys {
  id: string
  /** Slug of the requesting Hub; empty if the person started the journey. */
  hub: string
  email: string
  user_id: string
  /** Without prefix `mcp:`. */
  provider: string
  name: string
  tool: string | null
  /**
   * Reason for the journey: `missing`, `expired`, `revoked` or `scope_missing`; `asked` if the person or the agent
   * requested the journey for another reason.
   */
  lack: string
  scopes: Json
  chat_id: string | null
  /** `waiting`, `started`, `connected`, `failed`, `cancelled` or `expired`. */
  state: string
  /**
   * Null unless the journey is open. The column is unique, so only one journey of a Hub, person and provider can be
   * open.
   */
  open_key: string | null
  before: Json | null
  created_at_ms: number
  expires_at_ms: number
  started_at_ms: number | null
  ended_at_ms: number | null
}

interface ConnectionUses {
  hub: string
  email: string
  provider: string
  /** Accurate to the minute. */
  last_used_at_ms: number
}
