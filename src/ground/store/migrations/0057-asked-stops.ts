import type { Kysely } from 'kysely'

/** A requested stop of a turn, from another machine than the turn's. */
export async function askedStops(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable('turn_leases')
    .addColumn('stop_asked', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
