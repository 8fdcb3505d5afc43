import type { Kysely } from 'kysely'

/** Second factors of people: the secret of an app that makes codes, and codes for when it is lost. */
export async function secondFactors(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('chatapp_totp')
    .addColumn('user_id', 'text', (column) =>
      column.primaryKey().notNull().references('chatapp_users.id').onDelete('cascade'),
    )
    .addColumn('secret', 'text', (column) => column.notNull())
    .addColumn('confirmed_at', 'bigint')
    .addColumn('last_step', 'bigint')
    .execute()
  await db.schema
    .createTable('chatapp_recovery_codes')
    .addColumn('user_id', 'text', (column) =>
      column.notNull().references('chatapp_users.id').onDelete('cascade'),
    )
    .addColumn('code_hash', 'text', (column) => column.notNull())
    .addColumn('used_at', 'bigint')
    .addPrimaryKeyConstraint('chatapp_recovery_codes_key', ['user_id', 'code_hash'])
    .execute()
}
