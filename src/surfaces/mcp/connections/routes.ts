import { Refused } from '#ground/api/errors.ts'
import type { ConsoleFeature } from '#ground/api/route.ts'
import type { Connections, UsedConnection } from './connections.ts'
import { McpConnectionsPage, McpConnectionsQuery, type McpConnection } from './schema.ts'

/** The Console API's part on MCP: who reaches a Hub, for those who manage it. */
export const mcpFeature = (connections: Pick<Connections, 'list'>): ConsoleFeature => ({
  name: 'MCP',
  routes(app) {
    app.get(
      '/mcp-connections',
      {
        summary: 'Who uses a Hub by MCP, the latest first',
        level: 'admin',
        query: McpConnectionsQuery,
        answer: McpConnectionsPage,
        refusals: ['outside_ceiling'],
      },
      async ({ caller, query: { hub, offset, limit } }) => {
        if (!caller.manages.includes(hub))
          throw new Refused('outside_ceiling', `You do not manage the Hub ${hub}.`)
        const { items, total } = await connections.list(hub, { offset, limit })
        return { items: items.map(connectionView), total, offset, limit, hub }
      },
    )
  },
})

const connectionView = (used: UsedConnection): McpConnection => ({
  email: used.email,
  key: used.keyName,
  client: used.client,
  first_used_at: new Date(used.firstUsedAt).toISOString(),
  last_used_at: new Date(used.lastUsedAt).toISOString(),
})
