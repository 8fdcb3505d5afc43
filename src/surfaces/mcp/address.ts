import type { McpAddress } from '#core/access/hub-cards.ts'
import { SIGN_IN_PATH } from './oauth/addresses.ts'

/** Null if the server is off. `signInUrl` is always absolute, because tokens are bound to one address. */
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
