import type { Kysely } from 'kysely'

/** Whose usage somebody counts right now: a row for each Hub, and one for all of them. */
export async function usageLocks(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('usage_locks')
    .addColumn('hub', 'text', (column) => column.primaryKey().notNull())
    .execute()
}
