import type { Kysely } from 'kysely'

/** By which start of the service a run is executed: several machines may have one name. */
export async function machinesOfRuns(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('runs').addColumn('machine_id', 'text').execute()
}
