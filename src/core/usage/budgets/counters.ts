import type { EpochMs } from '#ground/base/clock.ts'
import type { Store } from '#ground/store/store.ts'
import { amountIn, keyText, type Amount, type UsageSum, type SumKey } from '../sums.ts'

export interface Counters {
  /** Returns a promise only if the database must be read. */
  amounts(keys: readonly SumKey[]): readonly Amount[] | Promise<readonly Amount[]>
  add(key: SumKey, amount: Amount, sign?: 1 | -1): void
  update(sums: readonly UsageSum[]): void
}

/** Cached sums expire after this time, because other processes also write sums. */
export const FRESH_MS = 2000
const MAX_COUNTERS = 20_000

interface Counter {
  stored: Amount
  local: Amount
  freshUntil: EpochMs
}

export function createCounters(deps: { store: Pick<Store, 'db'>; clock: { now(): EpochMs } }): Counters {
  const counters = new Map<string, Counter>()

  const counterOf = (key: SumKey): Counter => {
    const text = keyText(key)
    let counter = counters.get(text)
    if (!counter) {
      if (counters.size >= MAX_COUNTERS) evictStale()
      counters.set(text, (counter = { stored: { ...ZERO }, local: { ...ZERO }, freshUntil: 0 }))
    }
    return counter
  }
  const evictStale = () => {
    const now = deps.clock.now()
    for (const [text, { local, freshUntil }] of counters)
      if (freshUntil < now && local.tokens === 0 && local.costMicroUsd === 0) counters.delete(text)
  }

  const refresh = async (keys: readonly SumKey[]): Promise<readonly Amount[]> => {
    const now = deps.clock.now()
    const stale = keys.filter((key) => counterOf(key).freshUntil <= now)
    const rows = await readSums(deps.store, stale)
    for (const key of stale) {
      const counter = counterOf(key)
      // A concurrent write may already have set a newer sum. Sums only grow, so the larger sum is kept.
      grown(counter.stored, rows.get(keyText(key)) ?? ZERO)
      counter.freshUntil = now + FRESH_MS
    }
    return keys.map((key) => whole(counterOf(key)))
  }

  return {
    amounts(keys) {
      const now = deps.clock.now()
      const amounts: Amount[] = []
      for (const key of keys) {
        const counter = counterOf(key)
        if (counter.freshUntil <= now) return refresh(keys)
        amounts.push(whole(counter))
      }
      return amounts
    },
    add(key, amount, sign = 1) {
      const { local } = counterOf(key)
      local.tokens += sign * amount.tokens
      local.costMicroUsd += sign * amount.costMicroUsd
      local.unpricedTurns += sign * amount.unpricedTurns
    },
    update(sums) {
      const freshUntil = deps.clock.now() + FRESH_MS
      for (const sum of sums) {
        if (sum.key.step === 'hour') continue
        const counter = counterOf(sum.key)
        grown(counter.stored, sum)
        counter.freshUntil = freshUntil
      }
    },
  }
}

const ZERO: Readonly<Amount> = { tokens: 0, costMicroUsd: 0, unpricedTurns: 0 }

const grown = (stored: Amount, newer: Amount) => {
  stored.tokens = Math.max(stored.tokens, newer.tokens)
  stored.costMicroUsd = Math.max(stored.costMicroUsd, newer.costMicroUsd)
  stored.unpricedTurns = Math.max(stored.unpricedTurns, newer.unpricedTurns)
}

const whole = ({ stored, local }: Counter): Amount => ({
  tokens: stored.tokens + local.tokens,
  costMicroUsd: stored.costMicroUsd + local.costMicroUsd,
  unpricedTurns: stored.unpricedTurns + local.unpricedTurns,
})

export async function readSums(
  { db }: Pick<Store, 'db'>,
  keys: readonly SumKey[],
): Promise<ReadonlyMap<string, Amount>> {
  if (keys.length === 0) return new Map()
  const rows = await db
    .selectFrom('usage_periods')
    .where((eb) => eb.or(keys.map(({ start, ...key }) => eb.and({ ...key, start_ms: start }))))
    .select(['hub', 'scope', 'step', 'start_ms', 'subject', 'tokens', 'cost_micro_usd', 'unpriced_turns'])
    .execute()
  return new Map(
    rows.map((row) => {
      const {
        hub,
        scope,
        step,
        start_ms: start,
        subject,
      } = row as typeof row & Pick<SumKey, 'scope' | 'step'>
      return [keyText({ hub, scope, step, start, subject }), amountIn(row)]
    }),
  )
}
