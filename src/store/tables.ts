import type { AccessTables } from './access-tables.ts'

/**
 * Every table as kysely sees it. Portable between SQLite and Postgres: text, whole numbers (flags are 0 or 1),
 * JSON as text. Times are epoch seconds unless a name ends in `_ms`.
 */
export interface Tables extends AccessTables {
  chatapp_users: ChatappUsers
  chatapp_sessions: ChatappSessions
  chatapp_api_keys: ChatappApiKeys
  chatapp_models: ChatappModels
  chatapp_model_grants: ChatappModelGrants
  chatapp_settings: ChatappSettings
  chatapp_chats: ChatappChats
  chatapp_messages: ChatappMessages
  chatapp_files: ChatappFiles
  chatapp_groups: ChatappGroups
  chatapp_group_members: ChatappGroupMembers
  usage_turns: UsageTurns
  people: People
  people_words: PeopleWords
  people_counts: PeopleCounts
  people_progress: PeopleProgress
  people_operations: PeopleOperations
  change_requests: ChangeRequests
  hubs: Hubs
}

type Json = string
type Flag = number

interface ChatappUsers {
  id: string
  /** Lower case, unique. */
  email: string
  name: string
  role: string
  /** Null for accounts that sign in only through an identity provider. */
  password_hash: string | null
  profile_image_url: string
  /** `{"<provider>": {"sub": "…"}}`, or null. */
  oauth: Json | null
  settings: Json
  created_at: number
  updated_at: number
  last_active_at: number
}

/** A signed-in browser; a session whose row is gone is signed out. */
interface ChatappSessions {
  /** The token's `jti`. */
  id: string
  user_id: string
  created_at: number
  expires_at: number
}

interface ChatappApiKeys {
  id: string
  user_id: string
  name: string
  /** SHA-256 of the key; the key itself is shown once and never stored. */
  key_hash: string
  /** Last four characters, to tell keys apart. */
  hint: string
  created_at: number
  expires_at: number | null
  last_used_at: number | null
}

interface ChatappModels {
  id: string
  user_id: string
  base_model_id: string | null
  name: string
  meta: Json
  params: Json
  is_active: Flag
  created_at: number
  updated_at: number
}

interface ChatappModelGrants {
  id: string
  model_id: string
  principal_type: string
  principal_id: string
  permission: string
  created_at: number
}

interface ChatappSettings {
  /** Such as `ui.enable_signup` or `openai.api_base_urls`. */
  key: string
  value: Json
}

interface ChatappChats {
  id: string
  user_id: string
  title: string
  /** Newest message of the visible branch. */
  current_message_id: string | null
  /** The contract's chat blob without its messages. */
  extra: Json
  pinned: Flag
  archived: Flag
  created_at: number
  updated_at: number
}

interface ChatappMessages {
  chat_id: string
  id: string
  parent_id: string | null
  role: string
  content: string
  model: string | null
  /** `running`, `done`, `stopped`, `interrupted` or `failed`. */
  state: string
  /** Reasoning, tool activity, files, usage, error and whatever a client stored beside them. */
  extra: Json
  created_at: number
  /** Order among siblings that share a second. */
  position: number
}

interface ChatappFiles {
  id: string
  user_id: string
  filename: string
  content_type: string
  size: number
  /** SHA-256 of the bytes, which names the file on disk. */
  hash: string
  meta: Json
  created_at: number
  updated_at: number
}

interface ChatappGroups {
  id: string
  /** Who made it; not necessarily an account that still exists. */
  user_id: string
  name: string
  description: string
  data: Json | null
  /** Switches that members have on beside the default ones. */
  permissions: Json | null
  created_at: number
  updated_at: number
}

interface ChatappGroupMembers {
  group_id: string
  user_id: string
  created_at: number
}

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
  outcome: string
  started_at_ms: number
  duration_ms: number
}

/** Everybody lists show: accounts of the web chat as last read, and others who were granted access or blocked. */
interface People {
  /** E-mail in lower case, or `svc:<name>`. */
  subject: string
  /** Null without an account. */
  account_id: string | null
  name: string | null
  /** `user` or `admin`; null without an account. */
  role: string | null
  /** `active`, `pending`, `blocked` or `unknown`. */
  status: string
  /** `password` or `idp`; null without an account. */
  sign_in: string | null
  /** What was chosen when the Console made the account. */
  chosen_sign_in: string | null
  is_primary: Flag
  /** Whether the account waits for approval, blocked or not. */
  is_pending: Flag
  created_at: number | null
  last_active_at: number | null
  /** When a change of the account was last seen. */
  mirrored_at_ms: number
}

/** What people are found by: every word of their names and e-mails, in lower case. */
interface PeopleWords {
  word: string
  subject: string
}

/** How many people there are, kept with every change of theirs. */
interface PeopleCounts {
  status: string
  /** Empty without an account. */
  role: string
  count: number
}

/** How far the mirror follows its two sources. */
interface PeopleProgress {
  /** `projected_change`, `synced_change` (numbers of access changes), `refreshed_at_ms`, `sync_leased_until_ms`. */
  name: string
  value: number
}

/** What was begun on one of its two sides and not yet finished on the other. */
interface PeopleOperations {
  subject: string
  /** `create`, `role` or `delete`. */
  kind: string
  /** `{"role": …}`, `{"grants": […], …}` or `{}`. Never a password. */
  wanted: Json
  started_by: string
  started_at_ms: number
}

interface ChangeRequests {
  id: string
  hub: string
  proposer: string
  /** `access` or `account`. */
  kind: string
  operations: Json
  summary: string
  diff: Json
  policy_revision: number
  plan_hash: string
  /** `proposed`, `confirmed`, `rejected`, `expired` or `stale`. */
  state: string
  created_at_ms: number
  expires_at_ms: number
  decided_at_ms: number | null
  result: Json | null
}

/** What a running Hub tells about itself. */
interface Hubs {
  slug: string
  /** Of its agent. */
  name: string
  description: string
  /** Capabilities of its restricted tools. */
  catalog: Json
  updated_at_ms: number
}
