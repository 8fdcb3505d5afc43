import type { Kysely } from 'kysely'

/** Of each day that a chat or a person was there in, its newest hour. */
export async function hoursOfPresence(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('usage_presence').addColumn('last_hour_ms', 'bigint').execute()
}
