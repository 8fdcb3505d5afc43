import type { McpAddress } from '#core/access/hub-cards.ts'
import { SIGN_IN_PATH } from './oauth/addresses.ts'

/** Where programs reach the MCP server; null when it is off. Tokens are for one address, so that one is always whole. */
export const mcpAddress = (settings: {
  mcpServer: boolean
  mcpSignIn: boolean
  publicUrl: string
  hubPath: string
  publicUrlIsSet: boolean
}): McpAddress | null =>
  settings.mcpServer
    ? {
        url: `${settings.publicUrlIsSet ? settings.publicUrl : ''}${settings.hubPath}/mcp`,
        signInUrl: settings.mcpSignIn ? `${settings.publicUrl}${settings.hubPath}/mcp${SIGN_IN_PATH}` : null,
      }
    : null
