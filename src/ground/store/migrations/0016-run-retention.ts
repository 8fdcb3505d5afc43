import { sql, type Kysely } from 'kysely'

/** How much of a run's output is kept, and indexes in the order of lists over all Hubs. */
export async function runRetention(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable('runs')
    .addColumn('output_bytes', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema
    .alterTable('runs')
    .addColumn('output_removed', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await sql`
    update runs set output_bytes = coalesce((
      select sum(bytes) from run_output where run_output.hub = runs.hub and run_output.run_id = runs.id), 0)`.execute(
    db,
  )
  await db.schema
    .createIndex('runs_with_output')
    .on('runs')
    .columns(['hub', 'queued_at_ms', 'id', 'output_bytes'])
    .where(sql<boolean>`output_bytes > 0`)
    .execute()
  await ordered(db, 'time', [])
  await ordered(db, 'status', ['status'])
  await ordered(db, 'workflow', ['workflow'])
  await ordered(db, 'workflow_status', ['workflow', 'status'])
}

/** The Hub is the last column, so that these lists are read in their order from the index alone. */
async function ordered(db: Kysely<any>, name: string, columns: string[]): Promise<void> {
  await db.schema.dropIndex(`runs_by_${name}`).execute()
  await db.schema
    .createIndex(`runs_by_${name}`)
    .on('runs')
    .columns([...columns, 'queued_at_ms', 'id', 'hub'])
    .execute()
}
