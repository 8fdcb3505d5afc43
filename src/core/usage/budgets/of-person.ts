import { isoTime, type EpochMs } from '#ground/base/clock.ts'
import type { Store } from '#ground/store/store.ts'
import { startOf } from '../periods.ts'
import type { PersonBudget } from '../schema.ts'
import { amountIn } from '../sums.ts'
import { PERIODS, resetOf, settingFor, settingsOf, stateOf, UNITS, usedIn } from './limit.ts'
import { settingIn } from './settings.ts'

/** Reads the budgets that apply to one person, including each Hub's default budget for all people. */
export async function readPersonBudgets(
  { db }: Pick<Store, 'db'>,
  hubs: readonly string[],
  subject: string,
  now: EpochMs,
): Promise<PersonBudget[]> {
  if (hubs.length === 0) return []
  const [rows, sums] = await Promise.all([
    db
      .selectFrom('budgets')
      .selectAll()
      .where('hub', 'in', hubs)
      .where('scope', '=', 'person')
      .where('subject', 'in', [subject, ''])
      .execute(),
    db
      .selectFrom('usage_periods')
      .where('hub', 'in', hubs)
      .where('scope', '=', 'person')
      .where('subject', '=', subject)
      .where((eb) => eb.or(PERIODS.map((step) => eb.and({ step, start_ms: startOf(step, now) }))))
      .select(['hub', 'step', 'tokens', 'cost_micro_usd', 'unpriced_turns'])
      .execute(),
  ])
  return [...Map.groupBy(rows, ({ hub }) => hub)].flatMap(([hub, some]) => {
    const settings = settingsOf(some.map(settingIn))
    return PERIODS.flatMap((period) =>
      UNITS.flatMap((unit): PersonBudget[] => {
        const limit = settingFor(settings, { scope: 'person', subject, period, unit })?.amount ?? null
        if (limit === null) return []
        const sum = sums.find((row) => row.hub === hub && row.step === period)
        const used = sum ? usedIn(unit, amountIn(sum)) : 0
        const shown = (amount: number) => (unit === 'usd' ? amount / 1_000_000 : amount)
        return [
          {
            hub,
            period,
            unit,
            used: shown(used),
            limit: shown(limit),
            state: stateOf(used, limit),
            resets_at: isoTime(resetOf(period, now)),
          },
        ]
      }),
    )
  })
}
