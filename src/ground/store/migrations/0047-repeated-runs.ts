import { sql, type Kysely } from 'kysely'

/** Runs that repeat others, of which attempt output is, and what was released from quarantine together. */
export async function repeatedRuns(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('runs').addColumn('repeats', 'text').execute()
  await db.schema
    .createIndex('runs_repeating')
    .on('runs')
    .columns(['hub', 'repeats', 'queued_at_ms'])
    .where(sql<boolean>`repeats is not null`)
    .execute()
  await db.schema.alterTable('run_output').addColumn('attempt', 'integer').execute()
  await db.schema
    .createTable('event_releases')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('hub', 'text', (column) => column.notNull())
    .addColumn('endpoint', 'text', (column) => column.notNull())
    .addColumn('released_by', 'text', (column) => column.notNull())
    .addColumn('released_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('taken_back_at_ms', 'bigint')
    .addColumn('events', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('event_releases_by_hub')
    .on('event_releases')
    .columns(['hub', 'endpoint', 'released_at_ms'])
    .execute()
}
