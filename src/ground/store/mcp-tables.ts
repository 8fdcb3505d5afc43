/** Tables of the MCP server. */
export interface McpTables {
  mcp_connections: McpConnections
  mcp_programs: McpPrograms
  mcp_codes: McpCodes
  mcp_sign_ins: McpSignIns
  mcp_tokens: McpTokens
  mcp_cancellations: McpCancellations
}

/** Use of a Hub's MCP server, by API key and client program. */
interface McpConnections {
  hub: string
  email: string
  key_name: string
  /** Name that the program reports; empty if it reports none. */
  client: string
  first_used_at_ms: number
  last_used_at_ms: number
}

/** A program that registered itself as OAuth client. It has no client secret, because its users could read it. */
interface McpPrograms {
  id: string
  /** Name that the program reports. */
  name: string
  /** JSON list. */
  redirect_uris: string
  created_at_ms: number
  /** Last consent of a person; null: none. */
  allowed_at_ms: number | null
}

/** Authorization codes. A code is valid for a minute and for one exchange. */
interface McpCodes {
  /** SHA-256 of the code. */
  hash: string
  /** Sign-in that the exchange creates. */
  sign_in_id: string
  program_id: string
  user_id: string
  hub: string
  resource: string
  redirect_uri: string
  /** PKCE challenge, method S256. */
  code_challenge: string
  expires_at_ms: number
  used_at_ms: number | null
}

/** A program's permission from a person to use a Hub on their behalf. */
interface McpSignIns {
  id: string
  program_id: string
  /** Name that the program reported at the consent. */
  program_name: string
  /** Account id in the web chat. */
  user_id: string
  hub: string
  /** URL that the tokens are valid for. */
  resource: string
  created_at_ms: number
  /** Accurate to the minute. */
  last_used_at_ms: number | null
  /** Each renewal extends it. */
  expires_at_ms: number
}

interface McpTokens {
  /** SHA-256 of the token. */
  hash: string
  sign_in_id: string
  kind: 'access' | 'refresh'
  expires_at_ms: number
  /** When a refresh token was exchanged. A second exchange ends the sign-in. */
  used_at_ms: number | null
}

/**
 * A request that its client cancelled. Used only on Postgres, where another instance may run the request. Rows expire
 * after a minute.
 */
interface McpCancellations {
  hub: string
  /** SHA-256 of the owner's email address, the session and the request id. */
  request: string
  cancelled_at_ms: number
}
