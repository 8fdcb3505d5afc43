import type { Kysely } from 'kysely'

/** Providers that people connect accounts at, authorizations under way, and the connections themselves. */
export async function connectionTables(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('chatapp_tool_servers')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('position', 'bigint', (column) => column.notNull())
    .addColumn('entry', 'text', (column) => column.notNull())
    .addColumn('sealed', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('chatapp_oauth_flows')
    .addColumn('state_hash', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) =>
      column.notNull().references('chatapp_users.id').onDelete('cascade'),
    )
    .addColumn('server', 'text', (column) => column.notNull())
    .addColumn('session_id', 'text', (column) => column.notNull())
    .addColumn('sealed', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    // A second authorization of the same server replaces the first.
    .addPrimaryKeyConstraint('chatapp_oauth_flows_pk', ['user_id', 'server'])
    .execute()
  await db.schema
    .createIndex('chatapp_oauth_flows_by_state_hash')
    .on('chatapp_oauth_flows')
    .columns(['state_hash'])
    .unique()
    .execute()

  await db.schema
    .createTable('chatapp_oauth_sessions')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('user_id', 'text', (column) =>
      column.notNull().references('chatapp_users.id').onDelete('cascade'),
    )
    .addColumn('server', 'text', (column) => column.notNull())
    .addColumn('sealed', 'text')
    .addColumn('key_id', 'text', (column) => column.notNull())
    .addColumn('can_refresh', 'bigint', (column) => column.notNull())
    .addColumn('scope', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint')
    .addColumn('refreshed_at', 'bigint', (column) => column.notNull())
    .addColumn('refresh_failed_at', 'bigint')
    .addColumn('refresh_error', 'text')
    .addColumn('lease_owner', 'text')
    .addColumn('leased_until_ms', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('chatapp_oauth_sessions_by_user_id_server')
    .on('chatapp_oauth_sessions')
    .columns(['user_id', 'server'])
    .unique()
    .execute()
  await db.schema
    .createIndex('chatapp_oauth_sessions_by_server')
    .on('chatapp_oauth_sessions')
    .columns(['server'])
    .execute()
}
