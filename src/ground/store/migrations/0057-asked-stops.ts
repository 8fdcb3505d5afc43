import type { Kysely } from 'kysely'

/** Somebody asked a turn to stop, on a machine that does not run it. */
export async function askedStops(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable('turn_leases')
    .addColumn('stop_asked', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
