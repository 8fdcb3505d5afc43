import type { AgentEvents } from '#core/agent/log-events.ts'
import { readServerWindow } from '#core/agent/model/server-window.ts'
import type { OpenAgent } from '#core/agent/turn/agent.ts'
import { cached } from '#ground/base/cached.ts'
import { systemClock } from '#ground/base/clock.ts'
import type { AgentConfig } from './config/agent.ts'

type ModelConfig = Pick<AgentConfig, 'process' | 'model' | 'modelConfig' | 'contextTokens'>

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

/** Null if no server reports the window of the Hub's default model. */
export async function servedWindow(
  config: ModelConfig,
  fileModel: string | null,
  agent: Pick<OpenAgent, 'neededTokens'>,
  ask = createServerWindows(config),
): Promise<ServedWindow | null> {
  const { process, model: usual, contextTokens } = config
  const model = fileModel ?? (usual && `${usual.provider}/${usual.name}`)
  const named = process || model === null ? null : await ask({ id: model })
  if (model === null || named === null) return null
  const needed = (agent.neededTokens() ?? 0) + MIN_ANSWER_TOKENS
  return {
    model,
    named,
    misconfigured: contextTokens !== null && contextTokens > named ? contextTokens : null,
    needed: needed > named ? needed : null,
  }
}

export async function logServedWindow(
  events: Pick<AgentEvents, 'windowRead' | 'windowMisconfigured' | 'windowTooSmall'>,
  reading: Promise<ServedWindow | null>,
): Promise<void> {
  const found = await reading
  if (!found) return
  const { model, named, misconfigured, needed } = found
  events.windowRead({ model, window: named })
  if (misconfigured !== null) events.windowMisconfigured({ model, configured: misconfigured, named })
  if (needed !== null) events.windowTooSmall({ model, window: named, needed })
}
