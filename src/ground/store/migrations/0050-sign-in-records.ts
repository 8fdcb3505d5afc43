import type { Kysely } from 'kysely'

/** Successful and failed sign-ins. They outlive the account. */
export async function signInRecords(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('chatapp_sign_in_records')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('at_ms', 'bigint', (column) => column.notNull())
    .addColumn('email', 'text')
    .addColumn('way', 'text', (column) => column.notNull())
    .addColumn('provider', 'text')
    .addColumn('outcome', 'text', (column) => column.notNull())
    .addColumn('network', 'text')
    .addColumn('program', 'text')
    .addColumn('system', 'text')
    .execute()
  const index = (name: string, ...columns: string[]) =>
    db.schema
      .createIndex(`chatapp_sign_in_records_by_${name}`)
      .on('chatapp_sign_in_records')
      .columns([...columns, 'at_ms', 'id'])
      .execute()
  await index('time')
  await index('email', 'email')
  await index('outcome', 'outcome')
  await index('way', 'way')
}
