import { z } from 'zod'
import type { PricedTokens } from './prices/price.ts'
import type { Prices } from './prices/table.ts'
import type { CountedTurn } from './sums.ts'
import { taskOf } from './task.ts'

/** `input` includes the tokens read from and written to the cache. */
export interface RecordedTurn {
  /** Id of the turn. Recording the turn releases its budget reservation. Default: a new id. */
  id?: string | undefined
  hub: string
  email: string | null
  surface: string
  chatId: string
  runId?: string | null
  model: string
  input: number
  output: number
  cached: number
  cacheWrite?: number
  reasoning: number
  calls?: PricedTokens['calls']
  /** True if the tokens were estimated from the text, because no count was reported. */
  isEstimated?: boolean
  /** Cost in micro-dollars as the provider or agent reported it. A price in the price tables takes precedence. */
  costMicroUsd?: number
  outcome: string
  /** Epoch milliseconds. */
  startedAt: number
  durationMs: number
}

export const TurnRow = z.object({
  id: z.string().min(1),
  hub: z.string(),
  email: z.string().nullable(),
  surface: z.string(),
  chat_id: z.string(),
  run_id: z.string().nullable(),
  model: z.string(),
  input_tokens: z.int(),
  output_tokens: z.int(),
  cached_tokens: z.int(),
  cache_write_tokens: z.int(),
  reasoning_tokens: z.int(),
  cost_micro_usd: z.number().nullable(),
  price_version: z.string().nullable(),
  is_estimated: z.literal([0, 1]),
  outcome: z.string(),
  started_at_ms: z.number(),
  duration_ms: z.number(),
})
export type TurnRow = z.infer<typeof TurnRow>

export function toRow(id: string, turn: RecordedTurn, prices: Prices): TurnRow {
  const cost = prices.costOf(turn.model, turn, turn.costMicroUsd)
  return {
    id,
    hub: turn.hub,
    email: turn.email,
    surface: turn.surface,
    chat_id: turn.chatId,
    run_id: turn.runId ?? null,
    model: turn.model,
    input_tokens: turn.input,
    output_tokens: turn.output,
    cached_tokens: turn.cached,
    cache_write_tokens: turn.cacheWrite ?? 0,
    reasoning_tokens: turn.reasoning,
    cost_micro_usd: cost?.microUsd ?? null,
    price_version: cost?.version ?? null,
    is_estimated: turn.isEstimated ? 1 : 0,
    outcome: turn.outcome,
    started_at_ms: turn.startedAt,
    duration_ms: turn.durationMs,
  }
}

export const countedOf = (row: TurnRow): CountedTurn => ({
  hub: row.hub,
  email: row.email,
  task: taskOf(row.run_id),
  chatId: row.chat_id,
  startedAt: row.started_at_ms,
  tokens: row.input_tokens + row.output_tokens,
  costMicroUsd: row.cost_micro_usd,
  isEstimated: row.is_estimated === 1,
})
