import { sql, type Transaction } from 'kysely'
import type { EpochMs } from '#ground/base/clock.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'

type Tx = Transaction<Tables>

const HOUR_MS = 3_600_000

/** Call this in the transaction that queues the run. */
export async function noteQueued(tx: Tx, hub: string, at: EpochMs): Promise<void> {
  await tx
    .insertInto('run_hours')
    .values({ hub, start_ms: Math.floor(at / HOUR_MS) * HOUR_MS, runs: 1 })
    .onConflict((conflict) =>
      conflict.columns(['hub', 'start_ms']).doUpdateSet({ runs: sql`run_hours.runs + 1` }),
    )
    .execute()
}

export async function countRuns(
  { db }: Pick<Store, 'db'>,
  { hubs, since, until }: { hubs: readonly string[]; since: EpochMs; until: EpochMs },
): Promise<ReadonlyMap<string, number>> {
  if (hubs.length === 0) return new Map()
  const [first, last] = [Math.ceil(since / HOUR_MS) * HOUR_MS, Math.floor(until / HOUR_MS) * HOUR_MS]
  const counts = new Map<string, number>()
  const add = (rows: readonly { hub: string; n: number }[]) => {
    for (const { hub, n } of rows) counts.set(hub, (counts.get(hub) ?? 0) + n)
  }
  if (first >= last) {
    add(await countQueued(db, hubs, since, until))
    return counts
  }
  add(await countQueued(db, hubs, since, first))
  add(
    await db
      .selectFrom('run_hours')
      .where('hub', 'in', hubs)
      .where('start_ms', '>=', first)
      .where('start_ms', '<', last)
      .groupBy('hub')
      .select(({ fn }) => ['hub', fn.sum<number>('runs').as('n')])
      .execute(),
  )
  add(await countQueued(db, hubs, last, until))
  return counts
}

const countQueued = (db: Store['db'], hubs: readonly string[], since: EpochMs, until: EpochMs) =>
  db
    .selectFrom('runs')
    .where('hub', 'in', hubs)
    .where('queued_at_ms', '>=', since)
    .where('queued_at_ms', '<', until)
    .groupBy('hub')
    .select(({ fn }) => ['hub', fn.countAll<number>().as('n')])
    .execute()

export const removeOldHours = (db: Store['db'], hub: string, before: EpochMs) =>
  db.deleteFrom('run_hours').where('hub', '=', hub).where('start_ms', '<', before).execute()

/** Call this in the transaction that changes a run's output. */
export async function adjustOutputSize(tx: Tx, hub: string, by: number): Promise<void> {
  if (by !== 0)
    await tx
      .insertInto('run_output_sizes')
      .values({ hub, bytes: by })
      .onConflict((conflict) =>
        conflict.column('hub').doUpdateSet({ bytes: sql`run_output_sizes.bytes + ${by}` }),
      )
      .execute()
}

export async function outputSize({ db }: Pick<Store, 'db'>, hub: string): Promise<number> {
  const row = await db
    .selectFrom('run_output_sizes')
    .select('bytes')
    .where('hub', '=', hub)
    .executeTakeFirst()
  return row?.bytes ?? 0
}
