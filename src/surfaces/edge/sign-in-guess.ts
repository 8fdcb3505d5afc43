import type { ReachableHubs } from './hubs.ts'

/**
 * Paths that MCP clients try without metadata (MCP 2025-03-26, "Fallbacks for servers without metadata discovery").
 * The web chat would respond with a bare 405.
 */
const GUESSED_ENDPOINTS: ReadonlySet<string> = new Set(['/register', '/token', '/revoke'])

export const isSignInGuess = (method: string, path: string, hubs: Pick<ReachableHubs, 'list'>): boolean =>
  method === 'POST' && GUESSED_ENDPOINTS.has(path) && hubs.list.some(({ mcp }) => mcp)

export function signInHint(
  { list }: Pick<ReachableHubs, 'list'>,
  { isGateway }: { isGateway: boolean },
): string | null {
  if (!list.some(({ mcp }) => mcp)) return null
  const hub = isGateway ? '/b/<hub>' : ''
  return list.some(({ mcpSignIn }) => mcpSignIn)
    ? `Nothing about sign-in is at this address. The MCP server that signs people in is at ${hub}/mcp/oauth`
    : `Programs can’t sign people in here. Send a personal API key to ${hub}/mcp`
}
