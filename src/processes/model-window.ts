import type { AgentEvents } from '#core/agent/log-events.ts'
import { readServerWindow } from '#core/agent/model/server-window.ts'
import { OFFLINE_MODEL } from '#core/agent/model/offline.ts'
import type { OpenAgent } from '#core/agent/turn/agent.ts'
import { cached } from '#ground/base/cached.ts'
import { systemClock } from '#ground/base/clock.ts'
import type { ModelChoice } from '#ground/hub/model-choice.ts'
import type { AgentConfig } from './config/agent.ts'
import { usedModels } from './config/hub-models.ts'

type ModelConfig = Pick<AgentConfig, 'process' | 'models' | 'modelConfig' | 'contextTokens'>

const TTL_MS = 60_000
const RETRY_DELAY_MS = 30_000

export function createServerWindows({
  modelConfig,
}: Pick<AgentConfig, 'modelConfig'>): (model: { id: string }) => Promise<number | null> {
  const keeping = {
    clock: systemClock,
    ms: (tokens: number | null) => (tokens === null ? RETRY_DELAY_MS : TTL_MS),
  }
  const ask = cached(keeping, async (id) => {
    const { provider, name, baseUrl, apiKey } = modelConfig(id)
    return provider === 'compatible' && baseUrl !== null ? readServerWindow({ name, baseUrl, apiKey }) : null
  })
  return ({ id }) => ask(id)
}

export interface ServedWindow {
  /** `<provider>/<model>` */
  model: string
  named: number
  /** Value of `SVC_MODEL_CONTEXT_TOKENS` if it exceeds the server's window. */
  misconfigured: number | null
  /** Tokens for instructions, tools and a short answer, if they exceed the window. */
  needed: number | null
}

/** An answer that is cut off after fewer tokens is useless. */
const MIN_ANSWER_TOKENS = 500

/** Windows of the Hub's default models, as far as their servers report them. */
export async function servedWindows(
  config: ModelConfig,
  fileModel: ModelChoice | null,
  agent: Pick<OpenAgent, 'neededTokens'>,
  ask = createServerWindows(config),
): Promise<ServedWindow[]> {
  if (config.process) return []
  const { contextTokens } = config
  const needed = (agent.neededTokens() ?? 0) + MIN_ANSWER_TOKENS
  const windows = await Promise.all(
    usedModels(config, fileModel)
      .filter((model) => model !== OFFLINE_MODEL)
      .map(async (model) => ({ model, named: await ask({ id: model }) })),
  )
  return windows.flatMap(({ model, named }) =>
    named === null
      ? []
      : [
          {
            model,
            named,
            misconfigured: contextTokens !== null && contextTokens > named ? contextTokens : null,
            needed: needed > named ? needed : null,
          },
        ],
  )
}

export async function logServedWindows(
  events: Pick<AgentEvents, 'windowRead' | 'windowMisconfigured' | 'windowTooSmall'>,
  reading: Promise<readonly ServedWindow[]>,
): Promise<void> {
  for (const { model, named, misconfigured, needed } of await reading) {
    events.windowRead({ model, window: named })
    if (misconfigured !== null) events.windowMisconfigured({ model, configured: misconfigured, named })
    if (needed !== null) events.windowTooSmall({ model, window: named, needed })
  }
}
