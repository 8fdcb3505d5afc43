import { queryOptions } from '@tanstack/react-query'
import { readChatAccess, readMe } from '#core/access/contract.ts'
import type { McpServerView } from '#core/access/schema.ts'
import { listMcpConnections } from '#surfaces/mcp/connections/contract.ts'
import { call, hasCode } from '../kit/api.ts'
import { listQuery } from '../kit/list-query.ts'

export interface McpHub {
  slug: string
  name: string
  /** Addresses of the Hub's MCP server; null if it has none. */
  mcp: { url: string; signInUrl: string | null } | null
  isManaged: boolean
}

export const mcpHubsQuery = queryOptions({
  queryKey: ['mcp-hubs'],
  queryFn: async ({ signal }): Promise<McpHub[]> => {
    const [{ hubs }, managed] = await Promise.all([call(readChatAccess, { signal }), managedHubs(signal)])
    const used = hubs.filter(({ slug, allowed }) => allowed && !managed.some((hub) => hub.slug === slug))
    const all = [
      ...managed.map((hub) => ({ ...hub, isManaged: true })),
      ...used.map((hub) => ({ ...hub, isManaged: false })),
    ]
    return all
      .map(({ slug, name, mcp, isManaged }) => ({ slug, name, mcp: addressesOf(mcp), isManaged }))
      .toSorted((a, b) => Number(!a.mcp) - Number(!b.mcp) || a.name.localeCompare(b.name))
  },
  staleTime: 30_000,
})

/** If no public address is configured, the URL is relative to this page. */
const addressesOf = (mcp: McpServerView | null): McpHub['mcp'] =>
  mcp && { url: new URL(mcp.url, window.location.origin).href, signInUrl: mcp.sign_in_url }

const managedHubs = async (signal: AbortSignal) => {
  try {
    return (await call(readMe, { signal })).hubs
  } catch (error) {
    if (hasCode(error, 'forbidden')) return []
    throw error
  }
}

export const mcpConnectionsQuery = listQuery(listMcpConnections, ['mcp-connections'], {
  refetchInterval: 30_000,
})
