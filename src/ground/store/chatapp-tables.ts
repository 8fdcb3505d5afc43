import type { Generated } from 'kysely'

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
  /** Null if the person signs in only through an identity provider. */
  password_hash: string | null
  profile_image_url: string
  /** `{"<provider>": {"sub": "…"}}`. */
  oauth: Json | null
  /**
   * Issuer of an identity that was released from the account. The next person whom this issuer identifies by the same
   * verified email address may open the account.
   */
  released_issuer: Generated<string | null>
  settings: Json
  created_at: number
  updated_at: number
  last_active_at: number
}

/** Last change of each account. Triggers write it. */
interface ChatappUserChanges {
  /** Larger than the numbers of all earlier committed changes. */
  seq: Generated<number>
  /** Id of an account that may no longer exist. */
  account_id: string
}

interface ChatappSessions {
  /** The token's `jti`. */
  id: string
  user_id: string
  created_at: number
  expires_at: number
  address: string | null
  user_agent: string | null
  /** Accurate to five minutes. */
  last_seen_at: number | null
  /** Sign-in provider. This and the next four columns are null for other sign-in methods. */
  provider: Generated<string | null>
  issuer: Generated<string | null>
  subject: Generated<string | null>
  /** The provider's session id (`sid`). */
  provider_session: Generated<string | null>
  /** Encrypted. */
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
  /** Null until the person has entered a first code. Until then, a sign-in requires no code. */
  confirmed_at: number | null
  /** Time step of the last used code. Codes of this step and of earlier steps are refused. */
  last_step: number | null
}

interface ChatappRecoveryCodes {
  user_id: string
  code_hash: string
  used_at: number | null
}

interface ChatappPasskeys {
  /** base64url. */
  id: string
  user_id: string
  name: string
  /** COSE algorithm number. */
  algorithm: number
  /** DER of the SubjectPublicKeyInfo, base64url. */
  public_key: string
  transports: Json
  counter: number
  created_at: number
  last_used_at: number | null
}

interface ChatappUsedChallenges {
  challenge_hash: string
  expires_at: number
}

interface ChatappApiKeys {
  id: string
  user_id: string
  name: string
  /** SHA-256. The key is never stored. */
  key_hash: string
  hint: string
  /** Slugs of the key's Hubs; null: all Hubs. */
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
  /** Example: `ui.enable_signup`. */
  key: string
  value: Json
}

interface ChatappChats {
  id: string
  user_id: string
  title: string
  current_message_id: string | null
  extra: Json
  pinned: Flag
  archived: Flag
  folder_id: Generated<string | null>
  /** Set while a deletion can still be undone. */
  deleted_at: Generated<number | null>
  share_id: Generated<string | null>
  /** Number of turns so far. The lease of the last turn contains the same number. */
  turn_epoch: Generated<number>
  created_at: number
  updated_at: number
}

interface ChatappFolders {
  id: string
  user_id: string
  /** Null at the top level. There are only two levels. */
  parent_id: string | null
  name: string
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
  extra: Json
  created_at: number
  /** Order of siblings with equal `created_at`. */
  position: number
}

export const CHATS_INDEXED = { key: 'internal.chat_search', none: '{"chat":"","message":""}' }

/** One row per chat title and finished message. */
interface ChatappSearch {
  doc: Generated<number>
  chat_id: string
  /** Empty for a title. */
  message_id: string
  /** `tsvector`, only on Postgres. */
  words: unknown
}

/** FTS5 index for `chatapp_search`, only on SQLite. */
interface ChatappSearchWords {
  rowid: number
  words: string
}

interface ChatappFiles {
  id: string
  user_id: string
  filename: string
  content_type: string
  size: number
  /** SHA-256, the file name on disk. */
  hash: string
  meta: Json
  created_at: number
  updated_at: number
}

interface ChatappGroups {
  id: string
  user_id: string
  name: string
  description: string
  data: Json | null
  permissions: Json | null
  created_at: number
  updated_at: number
}

interface ChatappGroupMembers {
  group_id: string
  user_id: string
  created_at: number
}

interface ChatappSignInRecords {
  id: string
  at_ms: number
  /** Lower case; null if missing or invalid. */
  email: string | null
  /** `password`, `second_factor`, `passkey`, `provider` or `sign_up`. */
  way: string
  provider: string | null
  /** `signed_in`, or the reason for a refusal. */
  outcome: string
  /** Example: `203.0.113.0/24`. */
  network: string | null
  program: string | null
  system: string | null
  detail: Generated<string | null>
}
