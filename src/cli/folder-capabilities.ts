import { capabilitiesOf } from '#core/agent/tools/capabilities.ts'
import { prefixOf } from '#core/agent/mcp-servers/tools/names.ts'
import { awaitedTools } from '#core/agent/mcp-servers/tools/tool.ts'
import { createToolboxes } from '#core/agent/tools/toolbox.ts'
import { systemClock } from '#ground/base/clock.ts'
import type { Environment } from '#ground/base/environment.ts'
import { NotAHub, openHub } from '#ground/hub/open.ts'
import { configuredTools } from '#processes/built-in-tools.ts'
import { readAgentConfig } from '#processes/config/agent.ts'

export async function folderCapabilities(hubFolder: string, environment: Environment): Promise<string[]> {
  try {
    await using hub = await openHub(hubFolder, { watch: false })
    const { toolTimeoutMs, process } = readAgentConfig(environment)
    const { restrictedAbilities } = process
      ? await import('#agent-process/abilities.ts')
      : { restrictedAbilities: [] }
    const builtIn = configuredTools(environment, { clock: systemClock, hubFolder, toolTimeoutMs })
    const awaited = hub.mcpServers().flatMap((entry) => awaitedTools({ entry, prefix: prefixOf(entry.name) }))
    const tools = [...createToolboxes(hub, builtIn).tools(), ...awaited, ...restrictedAbilities]
    return capabilitiesOf(tools, environment).map(({ name }) => name)
  } catch (error) {
    if (error instanceof NotAHub) return []
    throw error
  }
}
