import type { Kysely } from 'kysely'

/** Spans of traces, and one line for each trace of a Hub to list them by. */
export async function traceTables(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('trace_spans')
    .addColumn('trace_id', 'text', (column) => column.notNull())
    .addColumn('span_id', 'text', (column) => column.notNull())
    .addColumn('parent_span_id', 'text')
    .addColumn('hub', 'text', (column) => column.notNull())
    .addColumn('service', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('started_at_us', 'bigint', (column) => column.notNull())
    .addColumn('duration_us', 'bigint', (column) => column.notNull())
    .addColumn('failed', 'integer', (column) => column.notNull())
    .addColumn('attributes', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('trace_spans_pk', ['trace_id', 'span_id'])
    .execute()
  await db.schema
    .createTable('traces')
    .addColumn('trace_id', 'text', (column) => column.notNull())
    .addColumn('hub', 'text', (column) => column.notNull())
    .addColumn('agent', 'text')
    .addColumn('root', 'text')
    .addColumn('chat_id', 'text')
    .addColumn('run_id', 'text')
    .addColumn('started_at_us', 'bigint', (column) => column.notNull())
    .addColumn('ended_at_us', 'bigint', (column) => column.notNull())
    .addColumn('failed', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('traces_pk', ['trace_id', 'hub'])
    .execute()
  await db.schema
    .createIndex('traces_by_hub')
    .on('traces')
    .columns(['hub', 'started_at_us', 'trace_id'])
    .execute()
  await db.schema.createIndex('traces_by_time').on('traces').columns(['started_at_us', 'trace_id']).execute()
  await db.schema.createIndex('traces_by_chat').on('traces').columns(['chat_id', 'started_at_us']).execute()
}
