/** Tables of outside connections in the built-in web chat. Times are epoch seconds unless a name ends in `_ms`. */
export interface ConnectionTables {
  chatapp_tool_servers: ChatappToolServers
  chatapp_oauth_flows: ChatappOauthFlows
  chatapp_oauth_sessions: ChatappOauthSessions
}

/** A provider that an administrator set up. */
interface ChatappToolServers {
  id: string
  position: number
  /** JSON: the administrator's entry without its secrets. */
  entry: string
  /** Its secrets, encrypted; null when there are none. */
  sealed: string | null
  created_at: number
  updated_at: number
}

/** An authorization that a person began and whose response is pending. */
interface ChatappOauthFlows {
  /** SHA-256 of the `state` parameter. */
  state_hash: string
  user_id: string
  server: string
  /** The session it began in; the answer counts in no other. */
  session_id: string
  /** PKCE verifier, nonce and addresses, encrypted. */
  sealed: string
  expires_at: number
}

/** A person's connection with a provider. */
interface ChatappOauthSessions {
  id: string
  user_id: string
  server: string
  /** Tokens, encrypted; null once the provider ended the connection. */
  sealed: string | null
  /** Which key they are encrypted with. */
  key_id: string
  /** 1 when there is a refresh token. */
  can_refresh: number
  /** Granted scopes, with spaces between. */
  scope: string
  /** Expiry of the access token; null if the provider did not report it. */
  expires_at: number | null
  /** When the access token was made. */
  refreshed_at: number
  /** Since when refreshing fails; null when the last one worked. */
  refresh_failed_at: number | null
  /** The code with which the provider refused our client the last time; null when it did not. */
  refresh_error: string | null
  /** The process that refreshes now, and the end of its lease. */
  lease_owner: string | null
  leased_until_ms: number | null
  created_at: number
  updated_at: number
}
