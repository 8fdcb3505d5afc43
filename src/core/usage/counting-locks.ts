import { sql, type Transaction } from 'kysely'
import type { Tables } from '#ground/store/tables.ts'

/** Names all Hubs together where a Hub is expected; each person counts once. */
export const ALL_HUBS = '*'

/**
 * Locks counting for these Hubs until the transaction ends, because earlier presence must not change while it is
 * counted. To prevent deadlocks, take several locks in the order of their names, and the lock of all Hubs last.
 */
export const lockCounting = (tx: Transaction<Tables>, hubs: Iterable<string>): Promise<unknown> =>
  tx
    .insertInto('usage_locks')
    .values([...new Set(hubs)].toSorted().map((hub) => ({ hub })))
    // Postgres locks a conflicting row even if the `where` excludes its update. Source: PostgreSQL 17, "INSERT", ON
    // CONFLICT.
    .onConflict((conflict) =>
      conflict
        .column('hub')
        .doUpdateSet((eb) => ({ hub: eb.ref('excluded.hub') }))
        .where(sql<boolean>`1 = 0`),
    )
    .execute()
