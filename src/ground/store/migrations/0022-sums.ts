import { sql, type Kysely, type RawBuilder } from 'kysely'

/** Sums that lists show, kept with each change, and indexes for what was looked for without one. */
export async function sums(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('run_hours')
    .addColumn('hub', 'text', (column) => column.notNull())
    .addColumn('start_ms', 'bigint', (column) => column.notNull())
    .addColumn('runs', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('run_hours_pk', ['hub', 'start_ms'])
    .execute()
  await sql`
    insert into run_hours (hub, start_ms, runs)
    select hub, queued_at_ms / 3600000 * 3600000, count(*) from runs group by 1, 2`.execute(db)
  await db.schema
    .createTable('run_output_sizes')
    .addColumn('hub', 'text', (column) => column.primaryKey().notNull())
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .execute()
  await sql`
    insert into run_output_sizes (hub, bytes)
    select hub, sum(output_bytes) from runs where output_bytes > 0 group by hub`.execute(db)
  await partial(
    db,
    'traces_by_run',
    'traces',
    ['run_id', 'started_at_us', 'trace_id'],
    sql<boolean>`run_id is not null`,
  )
  await partial(db, 'traces_failed', 'traces', ['started_at_us', 'trace_id'], sql<boolean>`failed = 1`)
  await partial(
    db,
    'chatapp_oauth_sessions_refused',
    'chatapp_oauth_sessions',
    ['server', 'refresh_error'],
    sql<boolean>`refresh_error is not null`,
  )
}

const partial = (
  db: Kysely<any>,
  name: string,
  table: string,
  columns: string[],
  where: RawBuilder<boolean>,
): Promise<void> => db.schema.createIndex(name).on(table).columns(columns).where(where).execute()
