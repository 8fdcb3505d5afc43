import type { Kysely } from 'kysely'

export async function chatScheduleRuns(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('chat_schedule_runs')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('schedule_id', 'text', (column) =>
      column.notNull().references('chat_schedules.id').onDelete('cascade'),
    )
    .addColumn('slot_ms', 'bigint')
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('reason', 'text')
    .addColumn('chat_id', 'text')
    .addColumn('answer_id', 'text')
    .addColumn('queued_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('started_at_ms', 'bigint')
    .addColumn('tried_at_ms', 'bigint')
    .addColumn('lease_until_ms', 'bigint')
    .execute()
  await db.schema
    .createIndex('chat_schedule_runs_by_schedule')
    .on('chat_schedule_runs')
    .columns(['schedule_id', 'queued_at_ms'])
    .execute()
  await db.schema
    .createIndex('chat_schedule_runs_by_state')
    .on('chat_schedule_runs')
    .columns(['state', 'queued_at_ms'])
    .execute()
}
