import type { Kysely } from 'kysely'

/** Settings that instances of a store must share. */
export async function machineAgreement(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('machines').addColumn('secrets', 'text').execute()
  await db.schema
    .alterTable('machines')
    .addColumn('bus', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
