import * as access from '#core/access/contract.ts'
import * as accessRequests from '#core/access-requests/contract.ts'
import * as administration from '#features/administration/contract.ts'
import * as setups from '#features/administration/setups/contract.ts'
import * as memory from '#core/agent/memory/contract.ts'
import * as artifacts from '#features/artifacts/contract.ts'
import * as attention from '#features/attention/contract.ts'
import * as notices from '#features/attention/notices/contract.ts'
import * as audit from '#core/audit/contract.ts'
import * as changes from '#features/changes/contract.ts'
import * as connections from '#features/connections/contract.ts'
import * as description from '#surfaces/console/contract.ts'
import * as inbox from '#core/inbox/contract.ts'
import * as files from '#features/files/contract.ts'
import * as channelSetups from '#features/messaging/setup/contract.ts'
import * as messaging from '#features/messaging/contract.ts'
import * as roster from '#features/messaging/roster/contract.ts'
import * as mcpConnections from '#surfaces/mcp/connections/contract.ts'
import * as mcpSignIn from '#surfaces/mcp/oauth/contract.ts'
import * as invitations from '#features/people/invitations/contract.ts'
import * as people from '#features/people/contract.ts'
import * as ratings from '#core/ratings/contract.ts'
import * as runs from '#features/work/runs/contract.ts'
import * as serving from '#core/serving/contract.ts'
import * as traces from '#core/traces/contract.ts'
import * as usage from '#core/usage/contract.ts'

/** Only routes of these contracts get a handler. `tests/console/matrix` names the permitted callers of each route. */
export const CONTRACTS = {
  Access: access,
  Hubs: { ...serving, ...files },
  People: { ...people, ...invitations },
  'Web chat': administration,
  'Set-up': { ...setups, ...channelSetups },
  'Change requests': changes,
  'Access requests': accessRequests,
  Attention: { ...attention, ...notices },
  Audit: audit,
  Usage: usage,
  Ratings: ratings,
  Traces: traces,
  Memory: memory,
  Inbox: inbox,
  Messages: messaging,
  'Who is who': roster,
  MCP: { ...mcpConnections, ...mcpSignIn },
  Runs: runs,
  Connections: connections,
  Artifacts: artifacts,
  Console: description,
} as const
