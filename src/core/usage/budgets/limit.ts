import { BoundedMap } from '#ground/base/bounded-map.ts'
import { endOf, startOf } from '../periods.ts'
import type { Amount, SumScope, SumKey } from '../sums.ts'
import type { EpochMs } from '#ground/base/clock.ts'

export type BudgetPeriod = 'day' | 'month'
export type BudgetUnit = 'usd' | 'tokens'

export interface BudgetKey {
  scope: SumScope
  /** A person or task; empty for the budget of the whole Hub, and for the default budget of all people or tasks. */
  subject: string
  period: BudgetPeriod
  unit: BudgetUnit
}

export interface BudgetSetting extends BudgetKey {
  source: 'console' | 'environment'
  /** Micro-dollars or tokens; null removes the limit. */
  amount: number | null
  setBy: string | null
  setAt: EpochMs
}

export interface Limit extends BudgetKey {
  amount: number
}

export interface Spender {
  hub: string
  /** Null: only the budgets of the Hub and the task apply. */
  email: string | null
  /** Such as `md:water`; null outside tasks. */
  task: string | null
}

export type HubBudgets = ReadonlyMap<string, BudgetSetting>

export const PERIODS: readonly BudgetPeriod[] = ['day', 'month']
export const UNITS: readonly BudgetUnit[] = ['usd', 'tokens']
export const WARN_AT = 0.8

export const settingsOf = (settings: readonly BudgetSetting[]): HubBudgets =>
  new Map(settings.map((setting) => [settingText(setting.source, setting), setting]))

const settingText = (source: string, { scope, subject, period, unit }: BudgetKey): string =>
  `${source} ${scope} ${period} ${unit} ${subject}`

/**
 * A setting for one person or task takes precedence over the default for all. A setting made in the Console takes
 * precedence over an environment variable. Without an amount there is no limit.
 */
export function settingFor(settings: HubBudgets, key: BudgetKey): BudgetSetting | null {
  for (const subject of key.subject === '' ? [''] : [key.subject, ''])
    for (const source of ['console', 'environment']) {
      const setting = settings.get(settingText(source, { ...key, subject }))
      if (setting) return setting
    }
  return null
}

export function limitsFor(settings: HubBudgets, spender: Omit<Spender, 'hub'>): readonly Limit[] {
  if (settings.size === 0) return NONE
  let bySpender = cachedLimits.get(settings)
  if (!bySpender) cachedLimits.set(settings, (bySpender = new BoundedMap(MAX_CACHED_LIMITS)))
  const text = `${spender.email} ${spender.task}`
  let limits = bySpender.get(text)
  if (!limits) bySpender.set(text, (limits = findLimits(settings, spender)))
  return limits
}

const cachedLimits = new WeakMap<HubBudgets, BoundedMap<string, readonly Limit[]>>()
const MAX_CACHED_LIMITS = 10_000
const NONE: readonly Limit[] = []

function findLimits(settings: HubBudgets, { email, task }: Omit<Spender, 'hub'>): Limit[] {
  const limits: Limit[] = []
  for (const [scope, subject] of [
    ['hub', ''],
    ['person', email],
    ['task', task],
  ] as const) {
    if (subject === null) continue
    for (const period of PERIODS)
      for (const unit of UNITS) {
        const key = { scope, subject, period, unit }
        const amount = settingFor(settings, key)?.amount ?? null
        if (amount !== null) limits.push({ ...key, amount })
      }
  }
  return limits
}

export const sumKeyFor = (hub: string, { scope, subject, period }: BudgetKey, now: EpochMs): SumKey => ({
  hub,
  scope,
  subject,
  step: period,
  start: startOf(period, now),
})

/** Turns without a price count as 0 dollars. */
export const usedIn = (unit: BudgetUnit, { tokens, costMicroUsd }: Pick<Amount, 'tokens' | 'costMicroUsd'>) =>
  unit === 'usd' ? costMicroUsd : tokens

export const stateOf = (used: number, limit: number): 'ok' | 'warning' | 'exhausted' =>
  used >= limit ? 'exhausted' : used >= limit * WARN_AT ? 'warning' : 'ok'

export const resetOf = (period: BudgetPeriod, now: EpochMs): EpochMs => endOf(period, now)
