import type { Generated } from 'kysely'

/** Tables of the web chat, as kysely sees them. The conventions are those of `Tables`. */
export interface ChatappTables {
  chatapp_users: ChatappUsers
  chatapp_user_changes: ChatappUserChanges
  chatapp_sessions: ChatappSessions
  chatapp_totp: ChatappTotp
  chatapp_recovery_codes: ChatappRecoveryCodes
  chatapp_passkeys: ChatappPasskeys
  chatapp_used_challenges: ChatappUsedChallenges
  chatapp_api_keys: ChatappApiKeys
  chatapp_models: ChatappModels
  chatapp_model_grants: ChatappModelGrants
  chatapp_settings: ChatappSettings
  chatapp_chats: ChatappChats
  chatapp_folders: ChatappFolders
  chatapp_prompts: ChatappPrompts
  chatapp_messages: ChatappMessages
  chatapp_search: ChatappSearch
  chatapp_search_words: ChatappSearchWords
  chatapp_files: ChatappFiles
  chatapp_groups: ChatappGroups
  chatapp_group_members: ChatappGroupMembers
  chatapp_sign_in_records: ChatappSignInRecords
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
  /** Issuer whose next person with this e-mail, verified, may open the account; null for none. */
  released_issuer: Generated<string | null>
  settings: Json
  created_at: number
  updated_at: number
  last_active_at: number
}

/** The newest change of each account; triggers write it. */
interface ChatappUserChanges {
  /** Larger than those of all changes that were committed before. */
  seq: Generated<number>
  /** Id of the account, which may be deleted. */
  account_id: string
}

/** A signed-in browser; a session without a row is signed out. */
interface ChatappSessions {
  /** The token's `jti`. */
  id: string
  user_id: string
  created_at: number
  expires_at: number
  /** Address at sign-in; null for sessions from before it was recorded. */
  address: string | null
  /** User agent of their browser or program. */
  user_agent: string | null
  /** True to five minutes. */
  last_seen_at: number | null
  /** Id of the provider entry by which the session began; this and the next four are null for other ways in. */
  provider: Generated<string | null>
  issuer: Generated<string | null>
  subject: Generated<string | null>
  /** The provider's own name of its session (`sid`); null where it gave none. */
  provider_session: Generated<string | null>
  /** The ID token, sealed. */
  id_token: Generated<string | null>
}

/** A person's saved prompts; names are in lower case and unique per person. */
interface ChatappPrompts {
  id: string
  user_id: string
  name: string
  title: string
  text: string
  created_at: number
  updated_at: number
}

interface ChatappTotp {
  user_id: string
  /** Sealed. */
  secret: string
  /** Null until a code was confirmed: it does not count before. */
  confirmed_at: number | null
  /** Time step of the newest used code; this code and older codes are refused. */
  last_step: number | null
}

interface ChatappRecoveryCodes {
  user_id: string
  code_hash: string
  used_at: number | null
}

interface ChatappPasskeys {
  /** Id of the credential, base64url. */
  id: string
  user_id: string
  name: string
  /** Of COSE. */
  algorithm: number
  /** DER of a SubjectPublicKeyInfo, base64url. */
  public_key: string
  transports: Json
  counter: number
  created_at: number
  last_used_at: number | null
}

/** Challenges that were answered, until they would be too late anyway. */
interface ChatappUsedChallenges {
  challenge_hash: string
  expires_at: number
}

interface ChatappApiKeys {
  id: string
  user_id: string
  name: string
  /** SHA-256 of the key; the key itself is shown once and never stored. */
  key_hash: string
  /** Last four characters, to distinguish keys. */
  hint: string
  /** Slugs of the Hubs it is for; null for all. */
  hubs: Json | null
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
  /** Of its owner's. */
  folder_id: Generated<string | null>
  /** It is kept aside for a moment, in which it can be taken back. */
  deleted_at: Generated<number | null>
  /** Id of the share that opens the chat to other people. */
  share_id: Generated<string | null>
  /** How many turns it has had; the last one's lease has this number. */
  turn_epoch: Generated<number>
  created_at: number
  updated_at: number
}

interface ChatappFolders {
  id: string
  user_id: string
  /** Null at the top level; there are two levels. */
  parent_id: string | null
  name: string
  /** Whether the sidebar shows what is in it. */
  is_expanded: Flag
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
  /** Reasoning, tool activity, files, usage, error and further fields of clients. */
  extra: Json
  created_at: number
  /** Order among siblings that share a second. */
  position: number
}

/** Setting with the progress of the word index, while older chats are not indexed yet. */
export const CHATS_INDEXED = { key: 'internal.chat_search', none: '{"chat":"","message":""}' }

/** Search index of chats: one row for each title and each complete message. */
interface ChatappSearch {
  doc: Generated<number>
  chat_id: string
  /** Empty for the title. */
  message_id: string
  /** Lexemes, on Postgres alone. */
  words: unknown
}

/** The words of `chatapp_search`, on SQLite alone: a table of FTS5, of which only the index is kept. */
interface ChatappSearchWords {
  /** `doc` of the row. */
  rowid: number
  words: string
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
  /** Creator; the account may have been deleted. */
  user_id: string
  name: string
  description: string
  data: Json | null
  /** Permissions of members in addition to the default permissions. */
  permissions: Json | null
  created_at: number
  updated_at: number
}

interface ChatappGroupMembers {
  group_id: string
  user_id: string
  created_at: number
}

/** One successful or refused sign-in; its account may have been deleted. */
interface ChatappSignInRecords {
  id: string
  at_ms: number
  /** Lower case; null where none was named, or what was named is none. */
  email: string | null
  /** `password`, `second_factor`, `passkey`, `provider` or `sign_up`. */
  way: string
  /** Id of the identity provider. */
  provider: string | null
  /** `signed_in`, or why not. */
  outcome: string
  /** Approximate origin: `203.0.113.0/24`. */
  network: string | null
  program: string | null
  system: string | null
  /** A sentence for administrators; null where the outcome is enough. */
  detail: Generated<string | null>
}
