import type { Kysely } from 'kysely'

/** Targets of results of runs. */
export async function deliveries(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('outbox').addColumn('target', 'text').execute()
  await db.schema.alterTable('outbox').addColumn('handles', 'text').execute()
}
