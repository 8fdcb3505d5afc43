import type { Kysely } from 'kysely'

export async function chatSchedules(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('chat_schedules')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) =>
      column.notNull().references('chatapp_users.id').onDelete('cascade'),
    )
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('prompt', 'text', (column) => column.notNull())
    .addColumn('model', 'text', (column) => column.notNull())
    .addColumn('schedule', 'text', (column) => column.notNull())
    .addColumn('time_zone', 'text', (column) => column.notNull())
    .addColumn('target', 'text', (column) => column.notNull())
    .addColumn('chat_id', 'text')
    .addColumn('paused', 'text')
    .addColumn('next_ms', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('chat_schedules_by_user_id')
    .on('chat_schedules')
    .columns(['user_id', 'created_at'])
    .execute()
  await db.schema.createIndex('chat_schedules_by_next').on('chat_schedules').column('next_ms').execute()
}
