import * as access from '#access/contract.ts'
import * as memory from '#agent/memory/contract.ts'
import * as artifacts from '#artifacts/contract.ts'
import * as audit from '#audit/contract.ts'
import * as changes from '#changes/contract.ts'
import * as connections from '#connections/contract.ts'
import * as description from '#console/contract.ts'
import * as inbox from '#inbox/contract.ts'
import * as mcpConnections from '#mcp/connections/contract.ts'
import * as mcpSignIn from '#mcp/oauth/contract.ts'
import * as people from '#people/contract.ts'
import * as runs from '#runs/contract.ts'
import * as traces from '#traces/contract.ts'
import * as usage from '#usage/contract.ts'

/**
 * Every route of the Console API, by its heading in the OpenAPI page. No other route gets a handler, and each has an
 * entry in `tests/console/matrix`, which says who may call it.
 */
export const CONTRACTS = {
  Access: access,
  People: people,
  'Change requests': changes,
  Audit: audit,
  Usage: usage,
  Traces: traces,
  Memory: memory,
  Inbox: inbox,
  MCP: { ...mcpConnections, ...mcpSignIn },
  Runs: runs,
  Connections: connections,
  Artifacts: artifacts,
  Console: description,
} as const
