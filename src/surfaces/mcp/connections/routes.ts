import type { ConsoleFeature } from '#ground/api/console-app.ts'
import { requireManaged } from '#ground/api/managed.ts'
import type { ConnectedPrograms, UsedProgram } from './connections.ts'
import { listMcpConnections } from './contract.ts'
import type { McpConnection } from './schema.ts'

export const mcpFeature = (connections: Pick<ConnectedPrograms, 'list'>): ConsoleFeature => ({
  routes(app) {
    app.handle(listMcpConnections, async ({ caller, query: { hub, offset, limit } }) => {
      requireManaged(caller, hub)
      const { items, total } = await connections.list(hub, { offset, limit })
      return { items: items.map(connectionView), total, offset, limit, hub }
    })
  },
})

const connectionView = (used: UsedProgram): McpConnection => ({
  email: used.email,
  key: used.keyName,
  client: used.client,
  first_used_at: new Date(used.firstUsedAt).toISOString(),
  last_used_at: new Date(used.lastUsedAt).toISOString(),
})
