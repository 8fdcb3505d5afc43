import type { Kysely } from 'kysely'

/** Refused deliveries and conflicting ids of each endpoint, where instances share them. */
export async function inboxNotices(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('inbox_notices')
    .addColumn('hub', 'text', (column) => column.notNull())
    .addColumn('inbox', 'text', (column) => column.notNull())
    .addColumn('refused', 'bigint', (column) => column.notNull())
    .addColumn('refusals', 'text', (column) => column.notNull())
    .addColumn('other_bodies', 'bigint', (column) => column.notNull())
    .addColumn('last_other_body', 'text')
    .addPrimaryKeyConstraint('inbox_notices_key', ['hub', 'inbox'])
    .execute()
}
