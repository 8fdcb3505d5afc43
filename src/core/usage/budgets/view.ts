import type { EpochMs } from '#ground/base/clock.ts'
import type { Store } from '#ground/store/store.ts'
import { costUsd } from '../cost.ts'
import { startOf } from '../periods.ts'
import type { Budget, Budgets } from '../schema.ts'
import { keyText } from '../sums.ts'
import { readSums } from './counters.ts'
import { PERIODS, resetOf, stateOf, sumKeyFor, usedIn, type BudgetSetting, type BudgetUnit } from './limit.ts'
import { readBudgetSettings } from './settings.ts'

export async function readBudgets(store: Pick<Store, 'db'>, hub: string, now: EpochMs): Promise<Budgets> {
  const settings = await readBudgetSettings(store, hub)
  const groups = Map.groupBy(settings, (one) => `${one.scope} ${one.subject} ${one.period} ${one.unit}`)
  const pairs = [...groups.values()].map((group) => ({
    own: group.find(({ source }) => source === 'console'),
    environment: group.find(({ source }) => source === 'environment'),
  }))
  const counted = pairs.map(({ own, environment }) => own ?? environment!).filter(isCounted)
  const sums = await readSums(
    store,
    counted.map((setting) => sumKeyFor(hub, setting, now)),
  )
  const item = (setting: BudgetSetting, environment: BudgetSetting | undefined): Budget => {
    const { scope, subject, period, unit, amount } = setting
    const sum = isCounted(setting) ? (sums.get(keyText(sumKeyFor(hub, setting, now))) ?? NONE) : null
    const used = sum && usedIn(unit, sum)
    return {
      scope,
      subject: subject || null,
      period,
      unit,
      limit: shown(unit, amount),
      source: setting.source,
      environment_limit: shown(unit, environment?.amount ?? null),
      used: shown(unit, used),
      unpriced_turns: sum && sum.unpricedTurns,
      state: used === null ? null : amount === null ? 'ok' : stateOf(used, amount),
      set_by: setting.setBy,
      set_at: setting.source === 'console' ? new Date(setting.setAt).toISOString() : null,
      resets_at: new Date(resetOf(period, now)).toISOString(),
    }
  }
  return {
    hub,
    items: pairs
      .map(({ own, environment }) => item(own ?? environment!, environment))
      .toSorted(inReadingOrder),
    usage: await readUse(store, hub, now),
  }
}

const isCounted = ({ scope, subject }: BudgetSetting) => scope === 'hub' || subject !== ''

const NONE = { tokens: 0, costMicroUsd: 0, unpricedTurns: 0 }

const shown = (unit: BudgetUnit, amount: number | null): number | null =>
  amount !== null && unit === 'usd' ? amount / 1_000_000 : amount

const inReadingOrder = (a: Budget, b: Budget): number => {
  const budgetKeyOf = ({ scope, subject, period, unit }: Budget) =>
    [['hub', 'person', 'task'].indexOf(scope), subject ?? '', period, unit === 'usd' ? 0 : 1].join(' ')
  return budgetKeyOf(a) < budgetKeyOf(b) ? -1 : 1
}

async function readUse({ db }: Pick<Store, 'db'>, hub: string, now: EpochMs): Promise<Budgets['usage']> {
  const rows = await db
    .selectFrom('usage_periods')
    .where('hub', '=', hub)
    .where('scope', '=', 'hub')
    .where((eb) => eb.or(PERIODS.map((step) => eb.and({ step, start_ms: startOf(step, now) }))))
    .select(['step', 'turns', 'tokens', 'cost_micro_usd', 'unpriced_turns'])
    .execute()
  return PERIODS.map((period) => {
    const row = rows.find(({ step }) => step === period)
    const use = {
      turns: row?.turns ?? 0,
      costMicroUsd: row?.cost_micro_usd ?? 0,
      unpricedTurns: row?.unpriced_turns ?? 0,
    }
    return { period, tokens: row?.tokens ?? 0, cost_usd: costUsd(use), unpriced_turns: use.unpricedTurns }
  })
}
