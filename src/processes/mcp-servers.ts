import { mcpEvents } from '#agent/mcp-servers/events.ts'
import { createMcpServers, type McpServers } from '#agent/mcp-servers/mcp-servers.ts'
import type { Clock } from '#base/clock.ts'
import type { Environment } from '#base/environment.ts'
import type { Log } from '#base/log.ts'
import type { Hub } from '#hub/hub.ts'
import { packageVersion } from './package-version.ts'

/** The outside MCP servers of a Hub. Accounts of people can't be connected yet, so nobody has one. */
export const openMcpServers = (
  hub: Hub,
  { environment, clock, log }: { environment: Environment; clock: Clock; log: Log },
): McpServers =>
  createMcpServers({
    hub,
    environment,
    connectionToken: async () => null,
    version: packageVersion(),
    clock,
    events: mcpEvents(log),
  })
