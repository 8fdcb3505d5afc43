export interface ConnectionTables {
  chatapp_tool_servers: ChatappToolServers
  chatapp_oauth_flows: ChatappOauthFlows
  chatapp_oauth_sessions: ChatappOauthSessions
}

interface ChatappToolServers {
  id: string
  position: number
  entry: string
  sealed: string | null
  created_at: number
  updated_at: number
}

interface ChatappOauthFlows {
  /** SHA-256 of the `state` parameter. */
  state_hash: string
  user_id: string
  server: string
  /** Session that started the authorization. A response in another session is refused. */
  session_id: string
  /** PKCE verifier, nonce and URLs, encrypted. */
  sealed: string
  expires_at: number
}

interface ChatappOauthSessions {
  id: string
  user_id: string
  server: string
  /** Encrypted tokens; null after the provider ended the connection. */
  sealed: string | null
  key_id: string
  can_refresh: number
  /** Separated by spaces. */
  scope: string
  /** Null if the provider did not report it. */
  expires_at: number | null
  refreshed_at: number
  refresh_failed_at: number | null
  refresh_error: string | null
  lease_owner: string | null
  leased_until_ms: number | null
  created_at: number
  updated_at: number
}
