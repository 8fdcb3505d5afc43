import type { EpochMs } from '#ground/base/clock.ts'
import type { Store } from '#ground/store/store.ts'
import { startOf } from '../periods.ts'
import type { BudgetNotice } from '../schema.ts'
import { amountIn, type Amount, type SumScope } from '../sums.ts'
import {
  PERIODS,
  resetOf,
  settingFor,
  settingsOf,
  stateOf,
  UNITS,
  usedIn,
  WARN_AT,
  type BudgetPeriod,
  type BudgetSetting,
} from './limit.ts'
import { settingIn } from './settings.ts'

const MAX_NOTICES = 100
const MAX_SUMS = 5000

export async function readBudgetNotices(
  store: Pick<Store, 'db'>,
  hubs: readonly string[],
  now: EpochMs,
): Promise<BudgetNotice[]> {
  if (hubs.length === 0) return []
  const rows = await store.db.selectFrom('budgets').selectAll().where('hub', 'in', hubs).execute()
  if (rows.length === 0) return []
  const byHub = Map.groupBy(rows, ({ hub }) => hub)
  const settings = new Map([...byHub].map(([hub, some]) => [hub, settingsOf(some.map(settingIn))]))
  const sums = await readLargeSums(
    store,
    new Map([...byHub].map(([hub, some]) => [hub, some.map(settingIn)])),
    now,
  )
  const notices: (BudgetNotice & { part: number })[] = []
  for (const { hub, scope, subject, period, ...amount } of sums)
    for (const unit of UNITS) {
      const limit = settingFor(settings.get(hub)!, { scope, subject, period, unit })?.amount ?? null
      const used = usedIn(unit, amount)
      if (limit === null || used < limit * WARN_AT) continue
      const state = stateOf(used, limit)
      if (state === 'ok') continue
      notices.push({
        kind: 'budget',
        hub,
        scope,
        subject: subject || null,
        period,
        used_usd: unit === 'usd' ? used / 1_000_000 : null,
        limit_usd: unit === 'usd' ? limit / 1_000_000 : null,
        used_tokens: unit === 'tokens' ? used : null,
        limit_tokens: unit === 'tokens' ? limit : null,
        unpriced_turns: amount.unpricedTurns,
        state,
        resets_at: new Date(resetOf(period, now)).toISOString(),
        part: used / limit,
      })
    }
  return notices
    .toSorted((a, b) => b.part - a.part || SCOPES.indexOf(a.scope) - SCOPES.indexOf(b.scope))
    .slice(0, MAX_NOTICES)
    .map(({ part: _, ...notice }) => notice)
}

const SCOPES: readonly SumScope[] = ['hub', 'task', 'person']

interface LargeSum extends Amount {
  hub: string
  scope: SumScope
  subject: string
  period: BudgetPeriod
}

async function readLargeSums(
  { db }: Pick<Store, 'db'>,
  settings: ReadonlyMap<string, readonly BudgetSetting[]>,
  now: EpochMs,
): Promise<LargeSum[]> {
  const wanted = PERIODS.flatMap((period) =>
    SCOPES.flatMap((scope) => {
      const least = [...settings].map(([hub, some]) => {
        const [usd, tokens] = UNITS.map((unit) =>
          leastOf(some.filter((one) => one.scope === scope && one.period === period && one.unit === unit)),
        )
        return { hub, usd: usd!, tokens: tokens! }
      })
      const groups = Map.groupBy(least, ({ usd, tokens }) => `${usd} ${tokens}`).values()
      return [...groups].map((group) => ({ ...group[0]!, scope, period, hubs: group.map(({ hub }) => hub) }))
    }),
  ).filter(({ usd, tokens }) => usd !== null || tokens !== null)
  if (wanted.length === 0) return []
  const rows = await db
    .selectFrom('usage_periods')
    .where((eb) =>
      eb.or(
        wanted.map(({ hubs, scope, period, usd, tokens }) =>
          eb.and([
            eb('hub', 'in', hubs),
            eb.and({ scope, step: period, start_ms: startOf(period, now) }),
            eb.or([
              ...(usd === null ? [] : [eb('cost_micro_usd', '>=', usd)]),
              ...(tokens === null ? [] : [eb('tokens', '>=', tokens)]),
            ]),
          ]),
        ),
      ),
    )
    .select(['hub', 'scope', 'step', 'subject', 'tokens', 'cost_micro_usd', 'unpriced_turns'])
    .limit(MAX_SUMS)
    .execute()
  return rows.map((row) => ({
    hub: row.hub,
    scope: row.scope as SumScope,
    subject: row.subject,
    period: row.step as BudgetPeriod,
    ...amountIn(row),
  }))
}

function leastOf(settings: readonly BudgetSetting[]): number | null {
  const limits = settings.flatMap(({ amount }) => amount ?? [])
  return limits.length === 0 ? null : Math.ceil(Math.min(...limits) * WARN_AT)
}
