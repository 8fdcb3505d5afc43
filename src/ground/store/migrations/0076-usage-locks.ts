import type { Kysely } from 'kysely'

/** Locks of usage counting: a row for each Hub, and one row for all of them. */
export async function usageLocks(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('usage_locks')
    .addColumn('hub', 'text', (column) => column.primaryKey().notNull())
    .execute()
}
