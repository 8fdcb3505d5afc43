import type { Kysely } from 'kysely'

export async function hubsQuarantined(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable('hubs')
    .addColumn('quarantined', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
