import type { Kysely } from 'kysely'

/** For whom the results of runs are that are sent. */
export async function deliveries(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('outbox').addColumn('target', 'text').execute()
  await db.schema.alterTable('outbox').addColumn('handles', 'text').execute()
}
