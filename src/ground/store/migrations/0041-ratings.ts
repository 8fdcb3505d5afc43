import type { Kysely } from 'kysely'

/** Ratings of answers. They outlive the chat of the answer. */
export async function ratingTables(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('chatapp_ratings')
    .addColumn('chat_id', 'text', (column) => column.notNull())
    .addColumn('message_id', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.references('chatapp_users.id').onDelete('set null'))
    .addColumn('hub', 'text')
    .addColumn('model', 'text')
    .addColumn('is_good', 'bigint', (column) => column.notNull())
    .addColumn('reason', 'text')
    .addColumn('comment', 'text', (column) => column.notNull())
    .addColumn('rated_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('chatapp_ratings_pk', ['chat_id', 'message_id'])
    .execute()
  await db.schema
    .createIndex('chatapp_ratings_by_hub')
    .on('chatapp_ratings')
    .columns(['hub', 'rated_at'])
    .execute()
  await db.schema
    .createIndex('chatapp_ratings_by_user_id')
    .on('chatapp_ratings')
    .columns(['user_id'])
    .execute()
}
