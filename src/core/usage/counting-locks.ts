import { sql, type Transaction } from 'kysely'
import type { Tables } from '#ground/store/tables.ts'

/** This name replaces a Hub's name in sums over all Hubs. In these sums, each person counts once. */
export const ALL_HUBS = '*'

/** Locks presence while it is counted. To avoid deadlocks, lock `ALL_HUBS` last, in a separate call. */
export const lockCounting = (tx: Transaction<Tables>, hubs: Iterable<string>): Promise<unknown> =>
  tx
    .insertInto('usage_locks')
    .values([...new Set(hubs)].toSorted().map((hub) => ({ hub })))
    // Postgres locks a conflicting row even if `where` excludes it. Source: PostgreSQL 17, "INSERT".
    .onConflict((conflict) =>
      conflict
        .column('hub')
        .doUpdateSet((eb) => ({ hub: eb.ref('excluded.hub') }))
        .where(sql<boolean>`1 = 0`),
    )
    .execute()
