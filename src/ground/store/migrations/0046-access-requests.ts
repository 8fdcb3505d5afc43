import type { Kysely } from 'kysely'

/** Requests of the web chat's users for access to agents, and the decisions. */
export async function accessRequestTables(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('chatapp_access_requests')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('user_id', 'text', (column) =>
      column.notNull().references('chatapp_users.id').onDelete('cascade'),
    )
    .addColumn('hub', 'text', (column) => column.notNull())
    .addColumn('note', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('asked_at', 'bigint', (column) => column.notNull())
    .addColumn('decided_at', 'bigint')
    .addColumn('decided_by', 'text')
    .addColumn('is_told', 'integer', (column) => column.notNull())
    .addUniqueConstraint('chatapp_access_requests_unique', ['user_id', 'hub'])
    .execute()
  await db.schema
    .createIndex('chatapp_access_requests_hub')
    .on('chatapp_access_requests')
    .columns(['hub', 'state', 'asked_at'])
    .execute()
}
