import { agentEvents } from '#core/agent/log-events.ts'
import { createModelChooser } from '#core/agent/model/choose.ts'
import { createAgent } from '#core/agent/turn/agent.ts'
import { LARGER_WINDOW } from '#core/agent/turn/context/window-too-small.ts'
import { createSkillSource } from '#core/agent/tools/skills/source.ts'
import { systemClock } from '#ground/base/clock.ts'
import { BadConfiguration } from '#ground/base/environment.ts'
import { silentLog } from '#ground/base/log.ts'
import { NotAHub, openHub } from '#ground/hub/open.ts'
import { configuredTools } from '#processes/built-in-tools.ts'
import { readAgentConfig } from '#processes/config/agent.ts'
import { usedModels } from '#processes/config/hub-models.ts'
import type { ModelChoice } from '#ground/hub/model-choice.ts'
import { servedWindows, type ServedWindow } from '#processes/model-window.ts'
import type { HubSettings } from '../settings.ts'
import { ok, warning, type Finding } from './finding.ts'

export async function checkModelWindow(hubFolder: string, { environment }: HubSettings): Promise<Finding[]> {
  try {
    const config = readAgentConfig(environment)
    await using hub = await openHub(hubFolder, { watch: false })
    const { toolTimeoutMs } = config
    const agent = createAgent({
      hub,
      models: createModelChooser(config, { clock: systemClock }),
      sources: [createSkillSource(hub)],
      tools: configuredTools(environment, { clock: systemClock, hubFolder, toolTimeoutMs }),
      recordUsage: () => {},
      environment,
      clock: systemClock,
      limits: { toolTimeoutMs },
      events: agentEvents(silentLog()),
    })
    const found = await servedWindows(config, hub.agent().model, agent)
    return found.length === 0 ? unnamedWindow(config, hub.agent().model) : found.flatMap(findingsOn)
  } catch (error) {
    if (error instanceof BadConfiguration || error instanceof NotAHub) return [] // other checks report these errors
    throw error
  }
}

const SUBJECT = 'context window'

const findingsOn = ({ named, misconfigured, needed }: ServedWindow): Finding[] => [
  needed === null
    ? ok(SUBJECT, `${named} tokens`)
    : warning(
        SUBJECT,
        `${named} tokens are too few: instructions, tools and a short answer need at least about ${needed}`,
        `start the model server with a larger window (${LARGER_WINDOW}), at least 8192 tokens`,
      ),
  ...(misconfigured === null
    ? []
    : [
        warning(
          'SVC_MODEL_CONTEXT_TOKENS',
          `is ${misconfigured}, but the model server’s window has ${named} tokens`,
          `remove the variable, or set it to ${named}`,
        ),
      ]),
]

function unnamedWindow(config: ReturnType<typeof readAgentConfig>, fileModel: ModelChoice | null): Finding[] {
  const isServed = usedModels(config, fileModel)
    .map(config.modelConfig)
    .some(({ provider, baseUrl }) => provider === 'compatible' && baseUrl !== null)
  if (config.process || config.contextTokens !== null || !isServed) return []
  return [
    warning(
      SUBJECT,
      'the model server did not report its window within 2 s, so long conversations are shortened only after a refusal',
      'set SVC_MODEL_CONTEXT_TOKENS to the server’s context window in tokens',
    ),
  ]
}
