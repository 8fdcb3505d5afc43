import type { HubSettings } from '../settings.ts'
import { checkAgentProcess } from './agent-process.ts'
import { checkCommands } from './commands.ts'
import type { Finding } from './finding.ts'
import { checkFolder } from './folder.ts'
import { checkMcpServers } from './mcp-servers.ts'
import { checkMessaging } from './messaging.ts'
import { checkModelWindow } from './model-window.ts'
import { checkModelRefusals } from './model-refusals.ts'
import { checkPrices } from './prices.ts'
import { checkSettings } from './settings.ts'
import { checkWebhooks } from './webhooks.ts'

/** What a Hub has of its own, whether it runs alone or in a gateway. */
export const checkHub = async (hubFolder: string, settings: HubSettings): Promise<Finding[]> => [
  ...(await checkFolder(hubFolder, settings)),
  ...(await checkMcpServers(hubFolder, settings)),
  ...(await checkSettings(hubFolder, settings)),
  ...(await checkModelWindow(hubFolder, settings)),
  ...(await checkModelRefusals(hubFolder, settings)),
  ...(await checkPrices(hubFolder, settings)),
  ...(await checkMessaging(hubFolder, settings)),
  ...(await checkWebhooks(hubFolder, settings)),
  ...(await checkCommands(settings)),
  ...(await checkAgentProcess(hubFolder, settings)),
]
