import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { hasCode } from '../api/client.ts'
import { listMcpConnections, readChatAccess } from '../api/mcp.ts'
import { readMe } from '../api/session.ts'

/** A Hub whose tools somebody may use, or whose access they manage. */
export interface McpHub {
  slug: string
  name: string
  /** Whether it serves MCP. */
  mcp: boolean
  isManaged: boolean
}

/** Those that serve MCP first. */
export const mcpHubsQuery = queryOptions({
  queryKey: ['mcp-hubs'],
  queryFn: async ({ signal }): Promise<McpHub[]> => {
    const [{ hubs }, managed] = await Promise.all([readChatAccess(signal), managedHubs(signal)])
    const used = hubs.filter(({ slug, allowed }) => allowed && !managed.some((hub) => hub.slug === slug))
    const all = [
      ...managed.map((hub) => ({ ...hub, isManaged: true })),
      ...used.map((hub) => ({ ...hub, isManaged: false })),
    ]
    return all
      .map(({ slug, name, mcp, isManaged }) => ({ slug, name, mcp, isManaged }))
      .toSorted((a, b) => Number(b.mcp) - Number(a.mcp) || a.name.localeCompare(b.name))
  },
  staleTime: 30_000,
})

/** None of those who manage nothing. */
const managedHubs = async (signal: AbortSignal) => {
  try {
    return (await readMe(signal)).hubs
  } catch (error) {
    if (hasCode(error, 'forbidden')) return []
    throw error
  }
}

export const mcpConnectionsQuery = (filter: { hub: string; offset: number; limit: number }) =>
  queryOptions({
    queryKey: ['mcp-connections', filter],
    queryFn: ({ signal }) => listMcpConnections(filter, signal),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  })
