/** Tables of the MCP server. Times are milliseconds since the Unix epoch. */
export interface McpTables {
  mcp_connections: McpConnections
  mcp_programs: McpPrograms
  mcp_codes: McpCodes
  mcp_sign_ins: McpSignIns
  mcp_tokens: McpTokens
  mcp_cancellations: McpCancellations
}

/** Users of a Hub's MCP server, by key and program. */
interface McpConnections {
  hub: string
  email: string
  key_name: string
  /** The program's own name; empty if it sent none. */
  client: string
  first_used_at_ms: number
  last_used_at_ms: number
}

/** A program that registered itself to sign people in. It has no secret: its users could read it. */
interface McpPrograms {
  id: string
  /** Its own name. */
  name: string
  /** JSON list. */
  redirect_uris: string
  created_at_ms: number
  /** Last consent of a person; null without one. */
  allowed_at_ms: number | null
}

/** Authorization codes, exchanged for tokens once and within a minute. */
interface McpCodes {
  /** SHA-256. */
  hash: string
  /** Id of the sign-in that the code creates. */
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

/** A program with a person's consent to use a Hub in their name. */
interface McpSignIns {
  id: string
  program_id: string
  /** As it called itself when it was let in. */
  program_name: string
  /** Account in the web chat. */
  user_id: string
  hub: string
  /** Address that its tokens are for. */
  resource: string
  created_at_ms: number
  /** True to the minute. */
  last_used_at_ms: number | null
  /** Moves on with each renewal. */
  expires_at_ms: number
}

interface McpTokens {
  /** SHA-256. */
  hash: string
  sign_in_id: string
  kind: 'access' | 'refresh'
  expires_at_ms: number
  /** When a refresh token was exchanged; a second time ends the sign-in. */
  used_at_ms: number | null
}

/** A request that its client cancelled, kept for a minute on Postgres: another instance may run it. */
interface McpCancellations {
  hub: string
  /** SHA-256 of its owner's e-mail address, session and id. */
  request: string
  cancelled_at_ms: number
}
