import type { Kysely } from 'kysely'

/** Events of endpoints and channels where machines share them, and which machines do. */
export async function inboxTables(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('inboxes')
    .addColumn('hub', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('changed', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('inboxes_key', ['hub', 'name'])
    .execute()
  await db.schema
    .createTable('inbox_events')
    .addColumn('hub', 'text', (column) => column.notNull())
    .addColumn('inbox', 'text', (column) => column.notNull())
    .addColumn('event', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('unmatched', 'integer', (column) => column.notNull())
    .addColumn('size', 'integer', (column) => column.notNull())
    .addColumn('content', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('inbox_events_key', ['hub', 'inbox', 'event'])
    .execute()
  await db.schema
    .createIndex('inbox_events_by_state')
    .on('inbox_events')
    .columns(['hub', 'inbox', 'state', 'event'])
    .execute()
  await db.schema
    .createTable('inbox_marks')
    .addColumn('hub', 'text', (column) => column.notNull())
    .addColumn('mark', 'text', (column) => column.notNull())
    .addColumn('until_ms', 'bigint')
    .addPrimaryKeyConstraint('inbox_marks_key', ['hub', 'mark'])
    .execute()
  await db.schema.createIndex('inbox_marks_by_end').on('inbox_marks').columns(['until_ms']).execute()
  await db.schema.alterTable('machines').addColumn('inbox', 'text').execute()
}
