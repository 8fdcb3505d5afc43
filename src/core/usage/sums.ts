import type { Transaction } from 'kysely'
import type { EpochMs } from '#ground/base/clock.ts'
import { createBulkInsert } from '#ground/store/bulk-insert.ts'
import type { Tables } from '#ground/store/tables.ts'
import { startOf, type UsagePeriod } from './periods.ts'

export type SumScope = 'hub' | 'person' | 'task'

export interface SumKey {
  hub: string
  scope: SumScope
  step: UsagePeriod
  start: EpochMs
  /** Empty for the whole Hub. */
  subject: string
}

/** `costMicroUsd` includes only turns with a price. */
export interface Amount {
  tokens: number
  costMicroUsd: number
  unpricedTurns: number
}

export interface CountedTurn {
  hub: string
  email: string | null
  task: string | null
  chatId: string
  startedAt: EpochMs
  tokens: number
  /** Null without a price. */
  costMicroUsd: number | null
  isEstimated: boolean
}

const STEPS: Readonly<Record<SumScope, readonly UsagePeriod[]>> = {
  hub: ['hour', 'day', 'month'],
  person: ['day', 'month'],
  task: ['day', 'month'],
}

/** A turn counts in the period in which it started. */
export function sumKeysOf({
  hub,
  email,
  task,
  startedAt,
}: Pick<CountedTurn, 'hub' | 'email' | 'task' | 'startedAt'>): SumKey[] {
  const keysOf = (scope: SumScope, subject: string) =>
    STEPS[scope].map((step) => ({ hub, scope, step, start: startOf(step, startedAt), subject }))
  const keys = keysOf('hub', '')
  if (email !== null) keys.push(...keysOf('person', email))
  if (task !== null) keys.push(...keysOf('task', task))
  return keys
}

export const keyText = ({ hub, scope, step, start, subject }: SumKey): string =>
  `${hub} ${scope} ${step} ${start} ${subject}`

export const amountOf = ({ tokens, costMicroUsd }: Pick<CountedTurn, 'tokens' | 'costMicroUsd'>): Amount => ({
  tokens,
  costMicroUsd: costMicroUsd ?? 0,
  unpricedTurns: costMicroUsd === null ? 1 : 0,
})

/** `lastChats` and `lastPeople` may be negative, because a new turn moves its chat or person to a newer time step. */
export interface Growth extends Amount {
  key: SumKey
  turns: number
  estimatedTurns: number
  chats: number
  people: number
  lastChats: number
  lastPeople: number
  dayTurns: number
  dayChats: number
  dayPeople: number
}

export function createGrowths() {
  const growths = new Map<string, Growth>()
  const at = (key: SumKey): Growth => {
    const text = keyText(key)
    let growth = growths.get(text)
    if (!growth) growths.set(text, (growth = { key, ...ZERO_GROWTH }))
    return growth
  }
  return {
    at,
    addTurn(turn: CountedTurn) {
      const { tokens, costMicroUsd, unpricedTurns } = amountOf(turn)
      for (const key of sumKeysOf(turn)) {
        const growth = at(key)
        growth.turns++
        growth.dayTurns++
        if (turn.isEstimated) growth.estimatedTurns++
        growth.tokens += tokens
        growth.costMicroUsd += costMicroUsd
        growth.unpricedTurns += unpricedTurns
      }
    },
    all: (): Growth[] => [...growths.values()],
  }
}

const ZERO_GROWTH = {
  turns: 0,
  tokens: 0,
  costMicroUsd: 0,
  unpricedTurns: 0,
  estimatedTurns: 0,
  chats: 0,
  people: 0,
  lastChats: 0,
  lastPeople: 0,
  dayTurns: 0,
  dayChats: 0,
  dayPeople: 0,
}

export interface UsageSum extends Amount {
  key: SumKey
  growth: Growth
}

/** The transaction must hold the locks of `lockCounting`. Returns the new sums of days and months. */
export async function grow(tx: Transaction<Tables>, growths: readonly Growth[]): Promise<UsageSum[]> {
  const rows = await growRows(tx, growths.map(rowOf))
  const grown = new Map(growths.map((growth) => [keyText(growth.key), growth]))
  const sums: UsageSum[] = []
  for (const row of rows) {
    const { hub, subject, start_ms: start } = row
    const key = { hub, scope: row.scope as SumScope, step: row.step as UsagePeriod, start, subject }
    const growth = grown.get(keyText(key))!
    if (growth.turns > 0) sums.push({ key, growth, ...amountIn(row) })
  }
  return sums
}

const growRows = createBulkInsert((tx, rows: readonly ReturnType<typeof rowOf>[]) =>
  tx
    .insertInto('usage_periods')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['hub', 'scope', 'step', 'start_ms', 'subject']).doUpdateSet((eb) => ({
        turns: eb('usage_periods.turns', '+', eb.ref('excluded.turns')),
        tokens: eb('usage_periods.tokens', '+', eb.ref('excluded.tokens')),
        cost_micro_usd: eb('usage_periods.cost_micro_usd', '+', eb.ref('excluded.cost_micro_usd')),
        unpriced_turns: eb('usage_periods.unpriced_turns', '+', eb.ref('excluded.unpriced_turns')),
        estimated_turns: eb('usage_periods.estimated_turns', '+', eb.ref('excluded.estimated_turns')),
        chats: eb('usage_periods.chats', '+', eb.ref('excluded.chats')),
        people: eb('usage_periods.people', '+', eb.ref('excluded.people')),
        last_chats: eb('usage_periods.last_chats', '+', eb.ref('excluded.last_chats')),
        last_people: eb('usage_periods.last_people', '+', eb.ref('excluded.last_people')),
        day_turns: eb('usage_periods.day_turns', '+', eb.ref('excluded.day_turns')),
        day_chats: eb('usage_periods.day_chats', '+', eb.ref('excluded.day_chats')),
        day_people: eb('usage_periods.day_people', '+', eb.ref('excluded.day_people')),
      })),
    )
    .returning(['hub', 'scope', 'step', 'start_ms', 'subject', 'tokens', 'cost_micro_usd', 'unpriced_turns']),
)

export const amountIn = (row: {
  tokens: number
  cost_micro_usd: number
  unpriced_turns: number
}): Amount => ({
  tokens: row.tokens,
  costMicroUsd: row.cost_micro_usd,
  unpricedTurns: row.unpriced_turns,
})

const rowOf = ({
  key: { start, ...key },
  costMicroUsd,
  unpricedTurns,
  estimatedTurns,
  lastChats,
  lastPeople,
  dayTurns,
  dayChats,
  dayPeople,
  ...sums
}: Growth) => ({
  ...key,
  start_ms: start,
  ...sums,
  cost_micro_usd: costMicroUsd,
  unpriced_turns: unpricedTurns,
  estimated_turns: estimatedTurns,
  last_chats: lastChats,
  last_people: lastPeople,
  day_turns: dayTurns,
  day_chats: dayChats,
  day_people: dayPeople,
})
