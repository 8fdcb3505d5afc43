import type { HubSettings } from '../settings.ts'
import { checkAgentProcess } from './agent-process.ts'
import { checkCommands } from './commands.ts'
import { findingsOf, type Finding } from './finding.ts'
import { checkFolder } from './folder.ts'
import { checkMcpServers } from './mcp-servers.ts'
import { checkMessaging } from './messaging.ts'
import { checkModelWindow } from './model-window.ts'
import { checkModelRefusals } from './model-refusals.ts'
import { checkPrices } from './prices.ts'
import { checkSettings } from './settings.ts'
import { checkWebhooks } from './webhooks.ts'

export const checkHub = (hubFolder: string, settings: HubSettings): Promise<Finding[]> =>
  findingsOf([
    () => checkFolder(hubFolder, settings),
    () => checkMcpServers(hubFolder, settings),
    () => checkSettings(hubFolder, settings),
    () => checkModelWindow(hubFolder, settings),
    () => checkModelRefusals(hubFolder, settings),
    () => checkPrices(hubFolder, settings),
    () => checkMessaging(hubFolder, settings),
    () => checkWebhooks(hubFolder, settings),
    () => checkCommands(settings),
    () => checkAgentProcess(hubFolder, settings),
  ])
