import { queryOptions } from '@tanstack/react-query'

/**
 * The address of a Hub's MCP server, or null when it is off. It takes only POST, so it refuses a GET with 405, which
 * nothing else does; a Hub that runs alone has it at the root.
 */
export const endpointQuery = (slug: string) =>
  queryOptions({
    queryKey: ['mcp', slug],
    queryFn: async ({ signal }) => {
      for (const path of [`/b/${encodeURIComponent(slug)}/mcp`, '/mcp'])
        if (await isServer(path, signal)) return window.location.origin + path
      return null
    },
    staleTime: 60_000,
  })

async function isServer(path: string, signal: AbortSignal): Promise<boolean> {
  const answer = await fetch(path, {
    signal,
    credentials: 'omit',
    headers: { accept: 'application/json' },
  }).catch(() => null)
  await answer?.body?.cancel()
  return answer?.status === 405 || answer?.status === 401
}
