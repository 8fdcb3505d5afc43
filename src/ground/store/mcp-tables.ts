export interface McpTables {
  mcp_connections: McpConnections
  mcp_programs: McpPrograms
  mcp_codes: McpCodes
  mcp_sign_ins: McpSignIns
  mcp_tokens: McpTokens
  mcp_cancellations: McpCancellations
}

interface McpConnections {
  hub: string
  email: string
  key_name: string
  client: string
  first_used_at_ms: number
  last_used_at_ms: number
}

interface McpPrograms {
  id: string
  name: string
  /** JSON list. */
  redirect_uris: string
  created_at_ms: number
  allowed_at_ms: number | null
}

/** An authorization code is valid for a minute and one exchange. */
interface McpCodes {
  /** SHA-256. */
  hash: string
  sign_in_id: string
  program_id: string
  user_id: string
  hub: string
  resource: string
  redirect_uri: string
  /** PKCE, S256. */
  code_challenge: string
  expires_at_ms: number
  used_at_ms: number | null
}

interface McpSignIns {
  id: string
  program_id: string
  program_name: string
  user_id: string
  hub: string
  resource: string
  created_at_ms: number
  /** Accurate to the minute. */
  last_used_at_ms: number | null
  /** Each exchange of a refresh token extends the sign-in. */
  expires_at_ms: number
}

interface McpTokens {
  /** SHA-256. */
  hash: string
  sign_in_id: string
  kind: 'access' | 'refresh'
  expires_at_ms: number
  /** Time when a refresh token was exchanged. A second exchange of the same token ends the sign-in. */
  used_at_ms: number | null
}

interface McpCancellations {
  hub: string
  /** SHA-256 of email address, session and request id. */
  request: string
  cancelled_at_ms: number
}
