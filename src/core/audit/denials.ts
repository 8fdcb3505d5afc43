import { sql } from 'kysely'
import type { EpochMs } from '#ground/base/clock.ts'
import type { Store } from '#ground/store/store.ts'

export interface DenialCount {
  hub: string
  /**
   * Start of the time step in which the calls were denied. Steps begin at multiples of `stepMs` since the Unix epoch.
   */
  at: EpochMs
  count: number
}

export async function countDenials(
  { db }: Pick<Store, 'db'>,
  { hubs, since, until, stepMs }: { hubs: readonly string[]; since: EpochMs; until: EpochMs; stepMs: number },
): Promise<DenialCount[]> {
  if (hubs.length === 0) return []
  const step = sql<number>`at_ms / ${sql.lit(stepMs)}`
  const rows = await db
    .selectFrom('tool_decisions')
    .where('outcome', '=', 'denied')
    .where('hub', 'in', hubs)
    .where('at_ms', '>=', since)
    .where('at_ms', '<', until)
    .select((eb) => ['hub' as const, step.as('step'), eb.fn.countAll<number>().as('count')])
    .groupBy(['hub', step])
    .execute()
  return rows.map(({ hub, step, count }) => ({ hub, at: step * stepMs, count }))
}
