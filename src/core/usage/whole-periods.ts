import type { EpochMs } from '#ground/base/clock.ts'
import type { Store } from '#ground/store/store.ts'

export interface UsageAmounts {
  turns: number
  /** Input and output together. */
  tokens: number
  estimatedTurns: number
  costMicroUsd: number
  unpricedTurns: number
}

export interface WholeSteps {
  hubs: readonly string[]
  step: 'hour' | 'day'
  since: EpochMs
  until?: EpochMs
}

export const sumsOf = (db: Store['db'], { hubs, step, since, until }: WholeSteps) =>
  db
    .selectFrom('usage_periods')
    .where('hub', 'in', hubs)
    .where('scope', '=', 'hub')
    .where('step', '=', step)
    .where('start_ms', '>=', since)
    .$if(until !== undefined, (query) => query.where('start_ms', '<', until!))
    .select(({ fn }) => [
      fn.sum<number>('turns').as('turns'),
      fn.sum<number>('tokens').as('tokens'),
      fn.sum<number>('cost_micro_usd').as('cost'),
      fn.sum<number>('unpriced_turns').as('unpriced'),
      fn.sum<number>('estimated_turns').as('estimated'),
      fn.sum<number>('chats').as('chats'),
      fn.sum<number>('people').as('people'),
      fn.sum<number>('last_chats').as('last_chats'),
      fn.sum<number>('last_people').as('last_people'),
      fn.sum<number>('day_chats').as('day_chats'),
      fn.sum<number>('day_people').as('day_people'),
    ])

export const usageOf = (sums: {
  turns: number
  tokens: number
  cost: number
  unpriced: number
  estimated: number
}): UsageAmounts => ({
  turns: sums.turns,
  tokens: sums.tokens,
  costMicroUsd: sums.cost,
  unpricedTurns: sums.unpriced,
  estimatedTurns: sums.estimated,
})
