import { route } from '#ground/api/contract.ts'
import { McpConnectionsPage, McpConnectionsQuery } from './schema.ts'

export const listMcpConnections = route('get', '/mcp-connections', {
  summary: 'Who uses a Hub by MCP, the latest first',
  level: 'admin',
  query: McpConnectionsQuery,
  answer: McpConnectionsPage,
  refusals: ['outside_ceiling', 'not_found'],
})
