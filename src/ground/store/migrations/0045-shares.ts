import type { Kysely } from 'kysely'

/** Shared chats: their audience, the content of a copy, who opened them, and a record that outlives them. */
export async function shareTables(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('chatapp_shares')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('chat_id', 'text', (column) =>
      column.notNull().unique().references('chatapp_chats.id').onDelete('cascade'),
    )
    .addColumn('user_id', 'text', (column) =>
      column.notNull().references('chatapp_users.id').onDelete('cascade'),
    )
    .addColumn('audience', 'text', (column) => column.notNull())
    .addColumn('copy_title', 'text')
    .addColumn('shows_details', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('changed_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('chatapp_shares_by_user_id').on('chatapp_shares').columns(['user_id']).execute()
  for (const [table, time] of [
    ['chatapp_share_people', 'added_at'],
    ['chatapp_share_openings', 'opened_at'],
  ] as const) {
    await db.schema
      .createTable(table)
      .addColumn('share_id', 'text', (column) =>
        column.notNull().references('chatapp_shares.id').onDelete('cascade'),
      )
      .addColumn('user_id', 'text', (column) =>
        column.notNull().references('chatapp_users.id').onDelete('cascade'),
      )
      .addColumn(time, 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint(`${table}_pk`, ['share_id', 'user_id'])
      .execute()
    await db.schema.createIndex(`${table}_by_user_id`).on(table).columns(['user_id']).execute()
  }
  await copyAndRecord(db)
  await db.schema.alterTable('chatapp_chats').addColumn('share_id', 'text').execute()
}

async function copyAndRecord(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('chatapp_share_messages')
    .addColumn('share_id', 'text', (column) =>
      column.notNull().references('chatapp_shares.id').onDelete('cascade'),
    )
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('parent_id', 'text')
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('model', 'text')
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('extra', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('position', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('chatapp_share_messages_pk', ['share_id', 'id'])
    .execute()
  await db.schema
    .createTable('chatapp_share_records')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('share_id', 'text', (column) => column.notNull())
    .addColumn('chat_id', 'text', (column) => column.notNull())
    .addColumn('owner', 'text', (column) => column.notNull())
    .addColumn('actor', 'text', (column) => column.notNull())
    .addColumn('act', 'text', (column) => column.notNull())
    .addColumn('details', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .execute()
}
