import type { Transaction } from 'kysely'
import type { Clock, EpochMs } from '#ground/base/clock.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import { settingsOf, type BudgetKey, type BudgetSetting, type HubBudgets } from './limit.ts'
import { FRESH_MS } from './counters.ts'

/** Amounts are micro-dollars or tokens. */
export interface BudgetRecord {
  at: number
  actor: string
  action: 'budget.set' | 'budget.remove'
  subject: string | null
  hub: string
  permission: null
  before: Record<string, string | number | null> | null
  after: Record<string, string | number | null> | null
  reason: null
  request: string | null
  revision: null
}

export interface SettingsDeps {
  store: Pick<Store, 'db' | 'transaction'>
  clock: Pick<Clock, 'now'>
  /** Called in the transaction of the change. */
  recordChange(tx: Transaction<Tables>, change: BudgetRecord): Promise<void>
}

/** If `amount` is missing, the setting is removed. */
export interface BudgetEdit extends BudgetKey {
  hub: string
  amount?: number | null
}

export function createBudgetSettings({ store, clock, recordChange }: SettingsDeps) {
  const kept = new Map<string, { settings: HubBudgets; freshUntil: number }>()
  const asked = new Map<string, Promise<HubBudgets>>()

  const load = (hub: string): Promise<HubBudgets> => {
    const running = asked.get(hub)
    if (running) return running
    const freshUntil = clock.now() + FRESH_MS
    const loading = readBudgetSettings(store, hub)
      .then((rows) => {
        const settings = settingsOf(rows)
        if (asked.get(hub) === loading) kept.set(hub, { settings, freshUntil })
        return settings
      })
      .finally(() => asked.get(hub) === loading && asked.delete(hub))
    asked.set(hub, loading)
    return loading
  }
  const invalidate = (hub: string) => {
    kept.delete(hub)
    asked.delete(hub)
  }

  return {
    /** Returns a promise only when the database must be read. */
    of(hub: string): HubBudgets | Promise<HubBudgets> {
      const known = kept.get(hub)
      return known && clock.now() < known.freshUntil ? known.settings : load(hub)
    },

    fresh: load,

    async setEnvironmentBudgets(
      hub: string,
      budgets: readonly (BudgetKey & { amount: number })[],
    ): Promise<void> {
      const at = clock.now()
      await store.transaction((tx) => replaceEnvironment(tx, { hub, budgets, at }))
      invalidate(hub)
    },

    async change(edit: BudgetEdit, by: BudgetChange['by']): Promise<boolean> {
      const at = clock.now()
      const changed = await store.transaction((tx) => writeChange(tx, { at, edit, by, recordChange }))
      invalidate(edit.hub)
      return changed
    },
  }
}

/** Does not write unchanged rows, because a written row stays locked until the transaction ends. */
async function replaceEnvironment(
  tx: Transaction<Tables>,
  { hub, budgets, at }: { hub: string; budgets: readonly (BudgetKey & { amount: number })[]; at: EpochMs },
): Promise<void> {
  const source = 'environment'
  const before = await tx
    .selectFrom('budgets')
    .selectAll()
    .where('hub', '=', hub)
    .where('source', '=', source)
    .execute()
  const keyOf = ({ scope, subject, period, unit }: Record<keyof BudgetKey, string>) =>
    [scope, subject, period, unit].join(' ')
  const wanted = new Set(budgets.map(keyOf))
  for (const { scope, subject, period, unit } of before.filter((row) => !wanted.has(keyOf(row))))
    await tx
      .deleteFrom('budgets')
      .where((eb) => eb.and({ hub, source, scope, subject, period, unit }))
      .execute()
  const known = new Map(before.map((row) => [keyOf(row), row.amount]))
  for (const budget of budgets.filter((one) => known.get(keyOf(one)) !== one.amount)) {
    const set = { amount: budget.amount, set_by: null, set_at_ms: at }
    await tx
      .insertInto('budgets')
      .values({ ...budget, hub, source, ...set })
      .onConflict((conflict) =>
        conflict.columns(['hub', 'source', 'scope', 'subject', 'period', 'unit']).doUpdateSet(set),
      )
      .execute()
  }
}

interface BudgetChange extends Pick<SettingsDeps, 'recordChange'> {
  at: EpochMs
  edit: BudgetEdit
  by: { actor: string; request: string }
}

async function writeChange(
  tx: Transaction<Tables>,
  { at, edit: { hub, amount, ...key }, by, recordChange }: BudgetChange,
): Promise<boolean> {
  const row = { ...key, hub, source: 'console' }
  const { amount: before } = (await tx
    .selectFrom('budgets')
    .select('amount')
    .where((eb) => eb.and(row))
    .forUpdate()
    .executeTakeFirst()) ?? { amount: undefined }
  if (before === amount) return false
  const set = { amount: amount ?? null, set_by: by.actor, set_at_ms: at }
  if (amount === undefined)
    await tx
      .deleteFrom('budgets')
      .where((eb) => eb.and(row))
      .execute()
  else
    await tx
      .insertInto('budgets')
      .values({ ...row, ...set })
      .onConflict((conflict) =>
        conflict.columns(['hub', 'source', 'scope', 'subject', 'period', 'unit']).doUpdateSet(set),
      )
      .execute()
  await recordChange(tx, {
    at,
    ...by,
    action: amount === undefined ? 'budget.remove' : 'budget.set',
    subject: key.subject || null,
    hub,
    permission: null,
    before: shown(key, before),
    after: shown(key, amount),
    reason: null,
    revision: null,
  })
  return true
}

export type BudgetSettings = ReturnType<typeof createBudgetSettings>

const shown = (
  { scope, period, unit }: BudgetKey,
  amount: number | null | undefined,
): BudgetRecord['before'] =>
  amount === undefined
    ? null
    : { scope, period, unit, limit: amount !== null && unit === 'usd' ? amount / 1_000_000 : amount }

export async function readBudgetSettings({ db }: Pick<Store, 'db'>, hub: string): Promise<BudgetSetting[]> {
  const rows = await db.selectFrom('budgets').selectAll().where('hub', '=', hub).execute()
  return rows.map(settingIn)
}

export const settingIn = (row: {
  source: string
  scope: string
  subject: string
  period: string
  unit: string
  amount: number | null
  set_by: string | null
  set_at_ms: number
}): BudgetSetting => ({
  ...(row as Pick<BudgetSetting, 'source' | 'scope' | 'subject' | 'period' | 'unit' | 'amount'>),
  setBy: row.set_by,
  setAt: row.set_at_ms,
})
