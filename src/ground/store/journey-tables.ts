/** Tables of connection journeys and of the use of connected accounts. */
export interface JourneyTables {
  connection_journeys: ConnectionJourneys
  connection_uses: ConnectionUses
}

type Json = string

/** A person's way to an outside provider and back. Holds no secret. */
interface ConnectionJourneys {
  id: string
  /** Slug of the requesting Hub; empty when the person began it themselves. */
  hub: string
  /** E-mail of its person. */
  email: string
  /** Id of their account in the web chat. */
  user_id: string
  /** Id of the provider in the web chat, without `mcp:`. */
  provider: string
  /** Name of the provider at that time. */
  name: string
  /** The requesting tool; null without a tool. */
  tool: string | null
  /** `missing`, `expired`, `revoked`, `scope_missing`, or `asked`. */
  lack: string
  /** Scopes the tool needs. */
  scopes: Json
  /** Chat of the web chat to return to. */
  chat_id: string | null
  /** `waiting`, `started`, `connected`, `failed`, `cancelled` or `expired`. */
  state: string
  /** Hub, person and provider while it is open, so that there is one; null once it has ended. */
  open_key: string | null
  /** The connection that was stored when it was started, if any. */
  before: Json | null
  created_at_ms: number
  expires_at_ms: number
  started_at_ms: number | null
  ended_at_ms: number | null
}

/** The last use of an account by a Hub. */
interface ConnectionUses {
  hub: string
  email: string
  provider: string
  /** True to the minute. */
  last_used_at_ms: number
}
