import type { Generated } from 'kysely'
import type { AccessRequestTables } from './access-request-tables.ts'
import type { AccessTables } from './access-tables.ts'
import type { ArtifactTables } from './artifact-tables.ts'
import type { BlobTables } from './blob-tables.ts'
import type { ChatTables } from './chat-tables.ts'
import type { ChatappTables } from './chatapp-tables.ts'
import type { ConnectionTables } from './connection-tables.ts'
import type { IdentityTables } from './identity-tables.ts'
import type { InboxTables } from './inbox-tables.ts'
import type { JourneyTables } from './journey-tables.ts'
import type { InstanceTables } from './instance-tables.ts'
import type { McpTables } from './mcp-tables.ts'
import type { MessageTables } from './message-tables.ts'
import type { PeopleTables } from './people-tables.ts'
import type { HubVersionTables } from './hub-version-tables.ts'
import type { RatingTables } from './rating-tables.ts'
import type { ResponseTables } from './response-tables.ts'
import type { RunTables } from './run-tables.ts'
import type { ShareTables } from './share-tables.ts'

/**
 * Every table as kysely sees it. Portable between SQLite and Postgres: text, whole numbers (flags are 0 or 1),
 * JSON as text. Times are epoch seconds unless a name ends in `_ms`.
 */
export interface Tables
  extends
    McpTables,
    MessageTables,
    JourneyTables,
    InstanceTables,
    AccessRequestTables,
    AccessTables,
    ArtifactTables,
    BlobTables,
    ChatTables,
    ChatappTables,
    ConnectionTables,
    HubVersionTables,
    IdentityTables,
    InboxTables,
    PeopleTables,
    RatingTables,
    ResponseTables,
    RunTables,
    ShareTables {
  usage_turns: UsageTurns
  usage_locks: { hub: string }
  usage_holds: UsageHolds
  usage_periods: UsagePeriods
  usage_presence: UsagePresence
  budgets: Budgets
  failed_attempts: { id: string; subject: string; until_ms: number }
  hubs: Hubs
  hub_servers: HubServers
  trace_spans: TraceSpans
  traces: Traces
}

type Json = string
type Flag = number

/** One row per turn of an agent: the usage ledger. */
interface UsageTurns {
  id: string
  hub: string
  email: string | null
  surface: string
  chat_id: string
  run_id: string | null
  model: string
  input_tokens: number
  output_tokens: number
  cached_tokens: number
  reasoning_tokens: number
  /** Input tokens that the provider wrote to its cache. */
  cache_write_tokens: Generated<number>
  /** Null when the model had no price. */
  cost_micro_usd: number | null
  /** The price table that the cost was computed with. */
  price_version: string | null
  /** 1 for estimated tokens, else 0. */
  is_estimated: Generated<number>
  outcome: string
  started_at_ms: number
  duration_ms: number
}

/** Running sums of usage, kept up to date by what writes the turns. */
interface UsagePeriods {
  /** Slug; `*` counts people over all Hubs. */
  hub: string
  /** `hub`, `person` or `task`. */
  scope: string
  /** `hour`, `day` or `month`, in UTC. */
  step: string
  start_ms: number
  /** Empty for the whole Hub. */
  subject: string
  turns: Generated<number>
  tokens: Generated<number>
  /** Cost of the turns that have a price. */
  cost_micro_usd: Generated<number>
  unpriced_turns: Generated<number>
  estimated_turns: Generated<number>
  /** Distinct chats within the step. */
  chats: Generated<number>
  people: Generated<number>
  /** Those of which no later step is known. Their sum over the newest steps counts each once. */
  last_chats: Generated<number>
  last_people: Generated<number>
  /** In a row of an hour: chats without a later hour on the same day. */
  day_chats: Generated<number>
  day_people: Generated<number>
  /** Number of turns that these two columns cover: earlier releases did not store them. */
  day_turns: Generated<number>
}

/** Chats and people of a step, to count each only once. Kept while summaries reach back to it. */
interface UsagePresence {
  /** Slug, or `*`. */
  hub: string
  /** `chat` or `person`. */
  kind: string
  /** `hour` or `day`. */
  step: string
  subject: string
  start_ms: number
  /** In a row of a day: start of its newest hour; null in rows of earlier releases. */
  last_hour_ms: Generated<number | null>
}

/** Maximum usage of running turns. Each row is deleted with its turn's row in the ledger. */
interface UsageHolds {
  /** Id that the turn will have in the ledger. */
  turn: string
  hub: string
  email: string | null
  task: string | null
  started_at_ms: number
  tokens: number
  cost_micro_usd: number
  machine_id: string | null
  until_ms: number
}

interface Budgets {
  hub: string
  /** `console` wins over `environment`. */
  source: string
  /** `hub`, `person` or `task`. */
  scope: string
  /** Empty for the whole Hub, and for everybody without a budget of their own. */
  subject: string
  /** `day` or `month`. */
  period: string
  /** `usd` or `tokens`. */
  unit: string
  /** Micro-dollars or tokens; null lifts the limit. */
  amount: number | null
  set_by: string | null
  set_at_ms: number
}

/** A running Hub's description of itself. */
interface Hubs {
  slug: string
  /** Of its agent. */
  name: string
  description: string
  /** Capabilities of its restricted tools. */
  catalog: Json
  /** Address of its MCP server, a path without a configured public address; null when it serves none. */
  mcp_url: string | null
  /** The same for programs that sign people in. */
  mcp_sign_in_url: string | null
  /** Problems in its folder. */
  problems: Json
  updated_at_ms: number
}

/** A bridge that serves a Hub. While one takes another's place there are two. */
interface HubServers {
  hub: string
  /** One start of a bridge. */
  instance: string
  /** Base address, such as `http://127.0.0.1:8000`. */
  address: string
  version: string
  started_at_ms: number
  heard_at_ms: number
  /** The start of the service that it belongs to; null where an earlier release noted it. */
  machine_id: string | null
  /** Number of the published version that its Hub's folder follows; null where that is the folder's own. */
  hub_version: Generated<number | null>
  /** `store` where events of its Hub wait in the store; null: in the folder of the Hub. */
  inbox: Generated<string | null>
  /** The same of chats and memory. */
  chats: Generated<string | null>
}

/** A piece of work within a trace. Times are microseconds since the Unix epoch. */
interface TraceSpans {
  trace_id: string
  span_id: string
  parent_span_id: string | null
  hub: string
  /** Part of the system, or the program that sent it. */
  service: string
  name: string
  kind: string
  started_at_us: number
  duration_us: number
  failed: Flag
  attributes: Json
}

/** One line for each trace of a Hub, to list them by. */
interface Traces {
  trace_id: string
  hub: string
  /** Name of the agent at work; of the outermost one when there are several. */
  agent: string | null
  /** Name of the span that has none above it. */
  root: string | null
  chat_id: string | null
  run_id: string | null
  started_at_us: number
  ended_at_us: number
  failed: Flag
  /** Approximate size of its spans of this Hub; a repeated span counts twice. */
  bytes: number
}
