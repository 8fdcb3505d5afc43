import type { Generated } from 'kysely'

/** Tables of the web chat. `Tables` documents the conventions. */
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
  /** Null if the account signs in only through an identity provider. */
  password_hash: string | null
  profile_image_url: string
  /** `{"<provider>": {"sub": "…"}}`; null: none. */
  oauth: Json | null
  /** Issuer whose next person with this verified email address may open the account; null: none. */
  released_issuer: Generated<string | null>
  settings: Json
  created_at: number
  updated_at: number
  last_active_at: number
}

/** Last change of each account, written by triggers. */
interface ChatappUserChanges {
  /** Larger than those of all changes committed before. */
  seq: Generated<number>
  /** The account may be deleted. */
  account_id: string
}

/** A signed-in browser. Sign-out deletes the row. */
interface ChatappSessions {
  /** The token's `jti`. */
  id: string
  user_id: string
  created_at: number
  expires_at: number
  /** IP address at sign-in; null for old sessions. */
  address: string | null
  /** User agent of the browser or program. */
  user_agent: string | null
  /** Accurate to five minutes. */
  last_seen_at: number | null
  /** Id of the identity provider of the sign-in. This and the next four columns are null for other sign-in methods. */
  provider: Generated<string | null>
  issuer: Generated<string | null>
  subject: Generated<string | null>
  /** The provider's session id (`sid`); null if it sent none. */
  provider_session: Generated<string | null>
  /** The encrypted ID token. */
  id_token: Generated<string | null>
}

/** A person's saved prompts. Names are in lower case and unique per person. */
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
  /** Encrypted. */
  secret: string
  /** Null until the person confirmed it with a code. Without a confirmation it is not used. */
  confirmed_at: number | null
  /** Time step of the last used code. Codes of this and earlier steps are refused. */
  last_step: number | null
}

interface ChatappRecoveryCodes {
  user_id: string
  code_hash: string
  used_at: number | null
}

interface ChatappPasskeys {
  /** Credential id in base64url. */
  id: string
  user_id: string
  name: string
  /** COSE algorithm number. */
  algorithm: number
  /** DER of the SubjectPublicKeyInfo in base64url. */
  public_key: string
  transports: Json
  counter: number
  created_at: number
  last_used_at: number | null
}

/** Used challenges, until they expire. */
interface ChatappUsedChallenges {
  challenge_hash: string
  expires_at: number
}

interface ChatappApiKeys {
  id: string
  user_id: string
  name: string
  /** SHA-256 of the key. The key is shown once and never stored. */
  key_hash: string
  /** Last four characters of the key, for people. */
  hint: string
  /** Slugs of the Hubs that the key is limited to; null: all Hubs. */
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
  /** Such as `ui.enable_signup`. */
  key: string
  value: Json
}

interface ChatappChats {
  id: string
  user_id: string
  title: string
  /** Last message of the visible branch. */
  current_message_id: string | null
  /** The chat object of the API without its messages. */
  extra: Json
  pinned: Flag
  archived: Flag
  /** A folder of the chat's owner. */
  folder_id: Generated<string | null>
  /** Set while a deletion can still be undone. */
  deleted_at: Generated<number | null>
  /** Share that opens the chat to other people. */
  share_id: Generated<string | null>
  /** Number of turns so far, which is also the number of the last turn's lease. */
  turn_epoch: Generated<number>
  created_at: number
  updated_at: number
}

interface ChatappFolders {
  id: string
  user_id: string
  /** Null for a top-level folder. A folder in another has no subfolders. */
  parent_id: string | null
  name: string
  /** 1 if the sidebar shows its content. */
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
  /** Reasoning, tool activity, files, usage, error and unknown fields of clients. */
  extra: Json
  created_at: number
  /** Order of siblings with equal `created_at`. */
  position: number
}

/** Setting with the progress of indexing older chats for search. */
export const CHATS_INDEXED = { key: 'internal.chat_search', none: '{"chat":"","message":""}' }

/** Search index: one row per chat title and finished message. */
interface ChatappSearch {
  doc: Generated<number>
  chat_id: string
  /** Empty for a title. */
  message_id: string
  /** `tsvector`, only on Postgres. */
  words: unknown
}

/** FTS5 table for `chatapp_search`, only on SQLite. It stores the index without the texts. */
interface ChatappSearchWords {
  /** `doc` of the row in `chatapp_search`. */
  rowid: number
  words: string
}

interface ChatappFiles {
  id: string
  user_id: string
  filename: string
  content_type: string
  size: number
  /** SHA-256 of the content, which is the file name on disk. */
  hash: string
  meta: Json
  created_at: number
  updated_at: number
}

interface ChatappGroups {
  id: string
  /** Creator, whose account may be deleted. */
  user_id: string
  name: string
  description: string
  data: Json | null
  /** Permissions of members beside the default permissions. */
  permissions: Json | null
  created_at: number
  updated_at: number
}

interface ChatappGroupMembers {
  group_id: string
  user_id: string
  created_at: number
}

/** A successful or refused sign-in. The account may be deleted. */
interface ChatappSignInRecords {
  id: string
  at_ms: number
  /** Lower case; null if missing or invalid. */
  email: string | null
  /** `password`, `second_factor`, `passkey`, `provider` or `sign_up`. */
  way: string
  /** Id of the identity provider. */
  provider: string | null
  /** `signed_in`, or the reason for a refusal. */
  outcome: string
  /** Network of the client, such as `203.0.113.0/24`. */
  network: string | null
  program: string | null
  system: string | null
  /** Explanation for administrators; null if the outcome suffices. */
  detail: Generated<string | null>
}
