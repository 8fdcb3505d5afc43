/** Tables of people's connections in the built-in web chat. `Tables` documents the conventions. */
export interface ConnectionTables {
  chatapp_tool_servers: ChatappToolServers
  chatapp_oauth_flows: ChatappOauthFlows
  chatapp_oauth_sessions: ChatappOauthSessions
}

/** A provider that an administrator configured. */
interface ChatappToolServers {
  id: string
  position: number
  /** The administrator's entry as JSON, without its secrets. */
  entry: string
  /** Encrypted secrets; null: none. */
  sealed: string | null
  created_at: number
  updated_at: number
}

/** A started authorization without a response so far. */
interface ChatappOauthFlows {
  /** SHA-256 of the `state` parameter. */
  state_hash: string
  user_id: string
  server: string
  /** Session that started it. The response is invalid in another session. */
  session_id: string
  /** PKCE verifier, nonce and URLs, encrypted. */
  sealed: string
  expires_at: number
}

/** A person's connection to a provider. */
interface ChatappOauthSessions {
  id: string
  user_id: string
  server: string
  /** Encrypted tokens; null after the provider ended the connection. */
  sealed: string | null
  /** Id of the encryption key. */
  key_id: string
  /** 1 if there is a refresh token. */
  can_refresh: number
  /** Granted scopes, separated by spaces. */
  scope: string
  /** Expiry of the access token; null if the provider did not report it. */
  expires_at: number | null
  /** When the access token was issued. */
  refreshed_at: number
  /** First failure since the last successful refresh; null: none. */
  refresh_failed_at: number | null
  /** Error code of the provider's last refusal of our client; null: not refused. */
  refresh_error: string | null
  /** Lease of the process that refreshes the tokens. */
  lease_owner: string | null
  leased_until_ms: number | null
  created_at: number
  updated_at: number
}
