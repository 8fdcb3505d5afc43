import type { Kysely } from 'kysely'

/** What machines of a store have to have in common. */
export async function machineAgreement(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('machines').addColumn('secrets', 'text').execute()
  await db.schema
    .alterTable('machines')
    .addColumn('bus', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
