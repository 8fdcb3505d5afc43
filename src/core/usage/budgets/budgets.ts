import { systemClock, type Clock, type EpochMs } from '#ground/base/clock.ts'
import type { UsageObserver } from '../ledger.ts'
import type { Prices } from '../prices/table.ts'
import { amountOf, sumKeysOf, type Amount, type UsageSum, type SumKey } from '../sums.ts'
import { createCounters } from './counters.ts'
import {
  limitsFor,
  resetOf,
  settingFor,
  sumKeyFor,
  UNITS,
  usedIn,
  WARN_AT,
  type BudgetKey,
  type BudgetPeriod,
  type Limit,
  type HubBudgets,
  type Spender,
} from './limit.ts'
import { createBudgetHolds, type HeldAmount } from './holds.ts'
import { refusalFor, type BudgetRefusal } from './refusal.ts'
import { openSpending, type BudgetSpending } from './spending.ts'
import { createBudgetSettings, type SettingsDeps } from './settings.ts'

export interface BudgetsDeps extends SettingsDeps {
  clock: Pick<Clock, 'now'>
  prices: Prices
  sleep?(ms: number): Promise<void>
  /** Null if the process is not registered as an instance, for example a command in a terminal. */
  instance: string | null
  /** Called when usage passes 80 or 100 % of a budget, only in the process that recorded this usage. */
  onCrossing?(crossing: BudgetCrossing): void
}

export interface BudgetCrossing extends Omit<BudgetKey, 'subject'> {
  hub: string
  percent: 80 | 100
  /** Micro-dollars or tokens. */
  used: number
  limit: number
}

export interface BudgetState extends Limit {
  used: number
  resetsAt: EpochMs
}

export type Budgets = ReturnType<typeof createBudgets>

/**
 * `check` uses cached sums that are at most two seconds old, so most calls of `check` need no query.
 * Before each model call, its maximum usage is reserved (`holds.ts`), so that concurrent turns cannot exceed a budget
 * together.
 */
export function createBudgets(deps: BudgetsDeps) {
  const { clock, prices, sleep = systemClock.sleep } = deps
  const settings = createBudgetSettings(deps)
  const counters = createCounters(deps)
  const holds = createBudgetHolds(deps)

  const statesOf = async (spender: Spender): Promise<BudgetState[]> => {
    const known = settings.of(spender.hub)
    const limits = limitsFor(known instanceof Promise ? await known : known, spender)
    if (limits.length === 0) return []
    const now = clock.now()
    const amounts = counters.amounts(limits.map((limit) => sumKeyFor(spender.hub, limit, now)))
    const used = amounts instanceof Promise ? await amounts : amounts
    return limits.map((limit, n) => ({
      ...limit,
      used: usedIn(limit.unit, used[n]!),
      resetsAt: resetOf(limit.period, now),
    }))
  }

  const check = async (spender: Spender): Promise<BudgetRefusal | null> => {
    const exhausted = (await statesOf(spender)).filter(({ used, amount }) => used >= amount)
    if (exhausted.length === 0) return null
    return refusalFor(spender.hub, {
      ...exhausted.reduce((a, b) => (b.resetsAt > a.resetsAt ? b : a)),
      held: 0,
      needs: MIN_REMAINDER,
    })
  }

  const count = (keys: readonly SumKey[], amount: Amount, sign: 1 | -1) => {
    for (const key of keys) if (key.step !== 'hour') counters.add(key, amount, sign)
  }

  const observer: UsageObserver = {
    onRecorded: (turn) => count(sumKeysOf(turn), amountOf(turn), 1),
    onWritten(turns, sums) {
      for (const turn of turns) count(sumKeysOf(turn), amountOf(turn), -1)
      counters.update(sums)
      if (deps.onCrossing) void notifyCrossings(sums, deps.onCrossing)
    },
  }

  const notifyCrossings = async (sums: readonly UsageSum[], notify: (crossing: BudgetCrossing) => void) => {
    try {
      for (const [hub, group] of Map.groupBy(sums, (sum) => sum.key.hub))
        for (const crossing of crossingsOf(hub, await settings.of(hub), group)) notify(crossing)
    } catch {
      // Ignores the database error here: the next call of `check` throws it.
    }
  }

  return {
    /** Null if a person may start a turn. @throws when the budgets cannot be read; the turn must not start then. */
    check,

    async shortOf(spender: Spender, needs: HeldAmount): Promise<BudgetRefusal | null> {
      const known = await settings.fresh(spender.hub)
      const standings = await holds.read({ ...spender, turn: '', startedAt: clock.now() }, known)
      const short = standings.find(
        ({ unit, amount, used, held }) => amount - used - held < usedIn(unit, needs),
      )
      if (!short) return null
      return refusalFor(spender.hub, { ...short, needs, resetsAt: resetOf(short.period, clock.now()) })
    },

    budgetFor: ({ hub, person, task = null }: { hub: string; person: string | null; task?: string | null }) =>
      statesOf({ hub, email: person, task }),

    open(spender: Spender & { models: readonly string[]; startedAt: EpochMs }): BudgetSpending {
      const keys = sumKeysOf(spender)
      return openSpending(
        {
          holds,
          prices,
          settingsOf: settings.of,
          check,
          sleep,
          count(before, now) {
            count(keys, before, -1)
            count(keys, now, 1)
          },
        },
        spender,
      )
    },

    setEnvironmentBudgets: settings.setEnvironmentBudgets,
    change: settings.change,
    observer,
  }
}

const MIN_REMAINDER = { tokens: 1, costMicroUsd: 1 }

function* crossingsOf(
  hub: string,
  settings: HubBudgets,
  sums: readonly UsageSum[],
): Generator<BudgetCrossing> {
  if (settings.size === 0) return
  for (const { key, growth, ...after } of sums) {
    if (key.step === 'hour') continue
    const period: BudgetPeriod = key.step
    for (const unit of UNITS) {
      const { scope, subject } = key
      const limit = settingFor(settings, { scope, subject, period, unit })?.amount ?? null
      if (limit === null) continue
      const used = usedIn(unit, after)
      const before = used - usedIn(unit, growth)
      for (const [percent, mark] of [
        [80, limit * WARN_AT],
        [100, limit],
      ] as const)
        if (before < mark && used >= mark) yield { hub, scope, period, unit, percent, used, limit }
    }
  }
}
