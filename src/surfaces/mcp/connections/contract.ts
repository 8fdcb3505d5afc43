import { route } from '#ground/api/contract.ts'
import { McpConnectionsPage, McpConnectionsQuery } from './schema.ts'

export const listMcpConnections = route('get', '/mcp-connections', {
  summary: 'Programs that use a Hub by MCP, most recent first',
  level: 'admin',
  query: McpConnectionsQuery,
  answer: McpConnectionsPage,
  refusals: ['outside_ceiling', 'not_found'],
})
