import type { LanguageModel } from '#core/agent/model/model.ts'
import { BoundedMap } from '#ground/base/bounded-map.ts'
import type { Clock, EpochMs } from '#ground/base/clock.ts'
import type { TokenUsage } from '#ground/turn/schema.ts'

/** Tokens of request and response together. */
export interface ContextWindow {
  tokens: number
  source: 'configured' | 'learned' | 'server' | 'table'
}

export interface Windows {
  of(model: LanguageModel): Promise<ContextWindow | null>
  recordRefusal(model: LanguageModel, tokens: number, assumed: ContextWindow | null): void
  /** Ignores requests that use less than half of the context window. */
  recordUsage(model: LanguageModel, usage: TokenUsage, estimate: number, assumed: ContextWindow | null): void
  recordCount(model: LanguageModel, tokens: number, estimate: number): void
  /** Ratio of the model's token count to the estimate; at least 1. */
  scaleOf(model: LanguageModel): number
}

export interface WindowsDeps {
  /** The known context window of a model, such as from the model table. */
  contextTokensOf(model: string): number | null
  /** If null, the known context window of each model applies. */
  configured: number | null
  readServerWindow?: ((model: Pick<LanguageModel, 'id'>) => Promise<number | null>) | undefined
  clock: Pick<Clock, 'now'>
}

/** A learned window is forgotten after this time, because the server may have been restarted with another window. */
const LEARNED_TTL_MS = 10 * 60_000
const MAX_MODELS = 500
const MAX_SCALE = 2

export function createWindows({
  configured,
  contextTokensOf,
  readServerWindow,
  clock,
}: WindowsDeps): Windows {
  const learned = new BoundedMap<string, { tokens: number; serverTokens: number | null; until: EpochMs }>(
    MAX_MODELS,
  )
  const scales = new BoundedMap<string, number>(MAX_MODELS)

  const learnedOf = (key: string, serverTokens: number | null): number | null => {
    const found = learned.get(key)
    if (found && clock.now() < found.until && found.serverTokens === serverTokens) return found.tokens
    learned.delete(key)
    return null
  }

  const setScale = (key: string, tokens: number, estimate: number) =>
    scales.set(key, Math.min(MAX_SCALE, Math.max(1, tokens / estimate)))

  return {
    async of(model) {
      if (configured !== null) return { tokens: configured, source: 'configured' }
      const tableTokens = contextTokensOf(model.id)
      const serverTokens = tableTokens === null ? ((await readServerWindow?.(model)) ?? null) : null
      const refusedAbove = learnedOf(keyOf(model), serverTokens)
      if (refusedAbove !== null) return { tokens: refusedAbove, source: 'learned' }
      if (serverTokens !== null) return { tokens: serverTokens, source: 'server' }
      return tableTokens === null ? null : { tokens: tableTokens, source: 'table' }
    },
    recordRefusal(model, tokens, assumed) {
      if (assumed?.source === 'configured') return
      const key = keyOf(model)
      const serverTokens =
        assumed?.source === 'server' ? assumed.tokens : (learned.get(key)?.serverTokens ?? null)
      learned.set(key, { tokens, serverTokens, until: clock.now() + LEARNED_TTL_MS })
    },
    recordUsage(model, { input, output, isEstimated }, estimate, assumed) {
      const key = keyOf(model)
      if (isEstimated) return
      if (input + output > (learned.get(key)?.tokens ?? Infinity)) learned.delete(key)
      // Ignores short requests, because tokens that the provider adds would distort the ratio.
      if (assumed && input > assumed.tokens / 2) setScale(key, input, estimate)
    },
    recordCount: (model, tokens, estimate) => void setScale(keyOf(model), tokens, estimate),
    scaleOf: (model) => scales.get(keyOf(model)) ?? 1,
  }
}

const keyOf = ({ id, address }: LanguageModel): string => `${id} ${address ?? ''}`
