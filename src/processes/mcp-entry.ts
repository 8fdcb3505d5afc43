import type { McpAddress } from '#core/access/hub-cards.ts'
import type { Clock } from '#ground/base/clock.ts'
import type { ChatappClient } from '#ground/identity/chatapp-client/client.ts'
import { createMembership } from '#surfaces/mcp/membership.ts'
import { SIGN_IN_PATH } from '#surfaces/mcp/oauth/metadata.ts'
import type { BridgeConfig } from './config/bridge.ts'
import type { SharedConfig } from './config/shared.ts'

/** Where programs reach the MCP server; null when it is off. Tokens are for one address, so that one is always whole. */
export const mcpAddress = (
  shared: Pick<SharedConfig, 'mcpServer' | 'mcpSignIn' | 'publicUrl' | 'publicUrlIsSet'>,
): McpAddress | null =>
  shared.mcpServer
    ? {
        url: `${shared.publicUrlIsSet ? shared.publicUrl : ''}/mcp`,
        signInUrl: shared.mcpSignIn ? `${shared.publicUrl}/mcp${SIGN_IN_PATH}` : null,
      }
    : null

/** Whether accounts are in the group that may use MCP on a group-based Hub; null when it is left to everybody. */
export const openMembership = (
  { mcpGroup: group }: Pick<BridgeConfig, 'mcpGroup'>,
  { chatapp, clock }: { chatapp: ChatappClient; clock: Clock },
) => (group === null ? null : createMembership({ groupsOf: chatapp.groups.of, group, clock }))
