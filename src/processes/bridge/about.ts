import { READ_SKILL } from '#core/agent/tools/skills/source.ts'
import { createToolboxes } from '#core/agent/tools/toolbox.ts'
import type { AgentFacts } from '#surfaces/bridge/about/routes.ts'
import type { WorkingAgent } from './agent.ts'
import type { Features } from './features.ts'
import type { Ground } from './ground.ts'

const namesOf = (models: readonly { id: string }[]): string => models.map(({ id }) => id).join(', ')

export function aboutAgent(
  { hub, data, permissions, settings }: Pick<Ground, 'hub' | 'data' | 'permissions' | 'settings'>,
  { hubCards, work }: Pick<Features, 'hubCards' | 'work'>,
  { deps }: Pick<WorkingAgent, 'deps'>,
): AgentFacts {
  const sources = deps.sources ?? []
  const toolboxes = createToolboxes(hub, deps.tools, sources)
  return {
    hub,
    access: permissions.access,
    hubCards,
    memory: data.memory,
    builtIn: new Set([...deps.tools.map(({ name }) => name), READ_SKILL]),
    async toolboxOf(caller) {
      const allowed = hub.agent().tools
      await Promise.all(sources.map((source) => source.ready({ caller, allowed })))
      return toolboxes.toolboxFor({ surface: caller.surface })
    },
    modelName: () => (settings.agent.process ? null : namesOf(deps.models.modelsFor(hub.agent().model))),
    tasks: () =>
      work.definitions
        .list()
        .filter(({ enabled }) => enabled)
        .map(({ workflow: id, name, description }) => ({ id, name, description })),
  }
}
