import { mcpServerEvents } from '#core/agent/mcp-servers/log-events.ts'
import { createMcpServers, type McpServers } from '#core/agent/mcp-servers/mcp-servers.ts'
import type { Clock } from '#ground/base/clock.ts'
import type { Environment } from '#ground/base/environment.ts'
import type { Log } from '#ground/base/log.ts'
import type { Hub } from '#ground/hub/hub.ts'
import type { PersonConnections } from '#features/connections/connections.ts'
import { packageVersion } from '#ground/base/package-version.ts'

export const openMcpServers = (
  hub: Hub,
  {
    environment,
    connections,
    clock,
    log,
  }: {
    environment: Environment
    /** Null without access to people's accounts, as in a check of the Hub's folder. */
    connections: Pick<PersonConnections, 'tokenFor' | 'whyNone'> | null
    clock: Clock
    log: Log
  },
): Promise<McpServers> =>
  createMcpServers({
    hub,
    environment,
    connectionToken: async (caller, server) => connections?.tokenFor(caller, server) ?? null,
    ...(connections && { explainMissingAccount: connections.whyNone }),
    version: packageVersion(),
    clock,
    events: mcpServerEvents(log),
  })
