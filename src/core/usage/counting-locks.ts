import { sql, type Transaction } from 'kysely'
import type { Tables } from '#ground/store/tables.ts'

/** Name of the sums over all Hubs. */
export const ALL_HUBS = '*'

/** To avoid deadlocks, lock `ALL_HUBS` last, in a separate call. */
export const lockCounting = (tx: Transaction<Tables>, hubs: Iterable<string>): Promise<unknown> =>
  tx
    .insertInto('usage_locks')
    .values([...new Set(hubs)].toSorted().map((hub) => ({ hub })))
    // Locks existing rows without a change: Postgres locks a conflicting row even if `where` excludes it. Source:
    // PostgreSQL 17, "INSERT".
    .onConflict((conflict) =>
      conflict
        .column('hub')
        .doUpdateSet((eb) => ({ hub: eb.ref('excluded.hub') }))
        .where(sql<boolean>`1 = 0`),
    )
    .execute()
