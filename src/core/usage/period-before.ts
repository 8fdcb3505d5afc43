import type { EpochMs } from '#ground/base/clock.ts'
import type { Store } from '#ground/store/store.ts'
import { amountsOf } from './partial-period.ts'
import { endOf } from './periods.ts'
import { sumsOf, usageOf, type UsageAmounts } from './whole-periods.ts'

export interface PeriodBefore {
  hubs: readonly string[]
  step: 'hour' | 'day'
  until: EpochMs
  lengthMs: number
  after: readonly UsageAmounts[]
}

export async function usageBefore({ db }: Pick<Store, 'db'>, period: PeriodBefore): Promise<UsageAmounts> {
  const { hubs, step, until, lengthMs, after } = period
  const since = until - lengthMs
  const [hour, whole] = [endOf('hour', since - 1), endOf(step, since - 1)]
  const [first, hours, steps] = await Promise.all([
    amountsOf(db, { hubs, since, until: hour }).execute(),
    sumsOf(db, { hubs, step: 'hour', since: hour, until: whole }).groupBy('hub').execute(),
    sumsOf(db, { hubs, step, since: whole, until: endOf(step, until - 1) })
      .groupBy('hub')
      .execute(),
  ])
  const all = [...first, ...hours, ...steps].map(usageOf)
  return {
    turns: difference(all, after, 'turns'),
    tokens: difference(all, after, 'tokens'),
    costMicroUsd: difference(all, after, 'costMicroUsd'),
    unpricedTurns: difference(all, after, 'unpricedTurns'),
    estimatedTurns: difference(all, after, 'estimatedTurns'),
  }
}

const difference = (
  all: readonly UsageAmounts[],
  after: readonly UsageAmounts[],
  count: keyof UsageAmounts,
): number => sum(all, count) - sum(after, count)

const sum = (uses: readonly UsageAmounts[], count: keyof UsageAmounts): number =>
  uses.reduce((total, use) => total + use[count], 0)
