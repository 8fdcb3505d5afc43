import type { Generated } from 'kysely'
import type { AccountMailTables } from './account-mail-tables.ts'
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
import type { NoticeTables } from './notice-tables.ts'
import type { PeopleTables } from './people-tables.ts'
import type { HubVersionTables } from './hub-version-tables.ts'
import type { RatingTables } from './rating-tables.ts'
import type { ResponseTables } from './response-tables.ts'
import type { RunTables } from './run-tables.ts'
import type { ServiceRecordTables } from './service-record-tables.ts'
import type { ScheduleTables } from './schedule-tables.ts'
import type { SetupTables } from './setup-tables.ts'
import type { ShareTables } from './share-tables.ts'

/** Portable types: text, integers (flags are 0 or 1), JSON as text. Epoch seconds unless a name ends in `_ms`. */
export interface Tables
  extends
    McpTables,
    MessageTables,
    JourneyTables,
    InstanceTables,
    AccessRequestTables,
    AccessTables,
    AccountMailTables,
    ArtifactTables,
    BlobTables,
    ChatTables,
    ChatappTables,
    ConnectionTables,
    HubVersionTables,
    IdentityTables,
    InboxTables,
    NoticeTables,
    PeopleTables,
    RatingTables,
    ResponseTables,
    RunTables,
    ScheduleTables,
    ServiceRecordTables,
    SetupTables,
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
  cache_write_tokens: Generated<number>
  /** Null if the model has no price. */
  cost_micro_usd: number | null
  price_version: string | null
  is_estimated: Generated<number>
  outcome: string
  started_at_ms: number
  duration_ms: number
}

/** Sums of usage, updated in the transaction that inserts a turn. */
interface UsagePeriods {
  /** Slug; `*` for a person's sums over all Hubs. */
  hub: string
  /** `hub`, `person` or `task`. */
  scope: string
  /** `hour`, `day` or `month`, in UTC. */
  step: string
  start_ms: number
  /** Email address or task; empty for the whole Hub. */
  subject: string
  turns: Generated<number>
  tokens: Generated<number>
  cost_micro_usd: Generated<number>
  unpriced_turns: Generated<number>
  estimated_turns: Generated<number>
  chats: Generated<number>
  people: Generated<number>
  /** Number of chats whose latest turn is in this step, so that the sum over all steps counts each chat once. */
  last_chats: Generated<number>
  last_people: Generated<number>
  /** Only in rows of an hour: number of chats whose latest turn of the day is in this hour. */
  day_chats: Generated<number>
  day_people: Generated<number>
  day_turns: Generated<number>
}

interface UsagePresence {
  hub: string
  /** `chat` or `person`. */
  kind: string
  /** `hour` or `day`. */
  step: string
  subject: string
  start_ms: number
  /** Only in rows of a day: start of the latest hour in which the person or chat had a turn. */
  last_hour_ms: Generated<number | null>
}

/** Budget holds of running turns. The transaction that records a finished turn deletes its hold. */
interface UsageHolds {
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
  /** `console` or `environment`; `console` takes precedence. */
  source: string
  /** `hub`, `person` or `task`. */
  scope: string
  /** Empty if the budget is for the whole Hub, or for all people who have no budget of their own. */
  subject: string
  /** `day` or `month`. */
  period: string
  /** `usd` or `tokens`. */
  unit: string
  /** Micro-dollars or tokens; null: no limit. */
  amount: number | null
  set_by: string | null
  set_at_ms: number
}

interface Hubs {
  slug: string
  name: string
  description: string
  catalog: Json
  /** URL, or a path if no public address is configured; null without an MCP server. */
  mcp_url: string | null
  /** URL of the MCP server for programs that sign people in by OAuth; null if disabled. */
  mcp_sign_in_url: string | null
  problems: Json
  /** Number of quarantined webhook events. */
  quarantined: Generated<number>
  updated_at_ms: number
}

/** During a replacement, a Hub has two bridges. */
interface HubServers {
  hub: string
  instance: string
  /** Example: `http://127.0.0.1:8000`. */
  address: string
  version: string
  started_at_ms: number
  heard_at_ms: number
  /** Null for bridges of earlier releases. */
  machine_id: string | null
  /** Null if the folder is not published. */
  hub_version: Generated<number | null>
  /** `store`: events are in the database; null: in the Hub's folder. */
  inbox: Generated<string | null>
  /** `store`: chats and memory are in the database; null: in the Hub's folder. */
  chats: Generated<string | null>
}

/** Times are microseconds since the Unix epoch. */
interface TraceSpans {
  trace_id: string
  span_id: string
  parent_span_id: string | null
  hub: string
  service: string
  name: string
  kind: string
  started_at_us: number
  duration_us: number
  failed: Flag
  attributes: Json
}

interface Traces {
  trace_id: string
  hub: string
  agent: string | null
  root: string | null
  chat_id: string | null
  run_id: string | null
  started_at_us: number
  ended_at_us: number
  failed: Flag
  /** Approximate. Duplicate spans count twice. */
  bytes: number
  /** Tokens of the recorded model calls. 0 in rows of earlier releases. */
  tokens: Generated<number>
}
