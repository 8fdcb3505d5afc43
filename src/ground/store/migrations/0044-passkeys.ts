import type { Kysely } from 'kysely'

/** Public keys that people sign in by, and what was answered by them lately. */
export async function passkeyTables(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('chatapp_passkeys')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('user_id', 'text', (column) =>
      column.notNull().references('chatapp_users.id').onDelete('cascade'),
    )
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('algorithm', 'integer', (column) => column.notNull())
    .addColumn('public_key', 'text', (column) => column.notNull())
    .addColumn('transports', 'text', (column) => column.notNull())
    .addColumn('counter', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('last_used_at', 'bigint')
    .execute()
  await db.schema.createIndex('chatapp_passkeys_user').on('chatapp_passkeys').columns(['user_id']).execute()
  await db.schema
    .createTable('chatapp_used_challenges')
    .addColumn('challenge_hash', 'text', (column) => column.primaryKey().notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
}
