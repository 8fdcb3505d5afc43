import type { Kysely } from 'kysely'

/** People's saved prompts. */
export async function promptTables(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('chatapp_prompts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) =>
      column.notNull().references('chatapp_users.id').onDelete('cascade'),
    )
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('chatapp_prompts_unique', ['user_id', 'name'])
    .execute()
}
