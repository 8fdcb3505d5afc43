import { OFFLINE_MODEL } from '#core/agent/model/offline.ts'
import { OFFLINE } from '#core/agent/model/providers/list.ts'
import { processModelId } from '#agent-process/settings/command.ts'
import type { Hub } from '#ground/hub/hub.ts'
import { modelsIn, type ModelChoice } from '#ground/hub/model-choice.ts'
import type { AgentConfig } from './agent.ts'

/** Models of the Hub's agent, as `<provider>/<model>`. */
export function usedModels(
  { process, models }: Pick<AgentConfig, 'process' | 'models'>,
  fileModel: ModelChoice | null,
): readonly string[] {
  if (process) return [processModelId(process.command)]
  if (fileModel !== null) return modelsIn(fileModel).map(fullId)
  return models.length > 0 ? models.map(({ provider, name }) => `${provider}/${name}`) : [OFFLINE_MODEL]
}

/** Models of the agent and its sub-agents, each once. */
export function hubModels(
  config: Pick<AgentConfig, 'process' | 'models'>,
  hub: Pick<Hub, 'agent' | 'subAgents'>,
): readonly string[] {
  const own = usedModels(config, hub.agent().model)
  const ofSubAgents = config.process
    ? []
    : hub.subAgents().flatMap(({ model }) => (model === null ? [] : modelsIn(model).map(fullId)))
  return [...new Set([...own, ...ofSubAgents])]
}

const fullId = (id: string): string => (id === OFFLINE ? OFFLINE_MODEL : id)
