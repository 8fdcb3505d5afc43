import type { Kysely } from 'kysely'

/** Groups of the built-in web chat and who is in them. */
export async function groupTables(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('chatapp_groups')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('data', 'text')
    .addColumn('permissions', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('chatapp_group_members')
    .addColumn('group_id', 'text', (column) =>
      column.notNull().references('chatapp_groups.id').onDelete('cascade'),
    )
    .addColumn('user_id', 'text', (column) =>
      column.notNull().references('chatapp_users.id').onDelete('cascade'),
    )
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('chatapp_group_members_pk', ['group_id', 'user_id'])
    .execute()
  await db.schema
    .createIndex('chatapp_group_members_by_user_id')
    .on('chatapp_group_members')
    .columns(['user_id'])
    .execute()
}
