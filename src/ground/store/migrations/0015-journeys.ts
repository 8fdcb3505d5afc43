import type { Kysely } from 'kysely'

/** Connection journeys, and the last use of a connected account by a Hub. */
export async function journeyTables(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('connection_journeys')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('hub', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('tool', 'text')
    .addColumn('lack', 'text', (column) => column.notNull())
    .addColumn('scopes', 'text', (column) => column.notNull())
    .addColumn('chat_id', 'text')
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('open_key', 'text')
    .addColumn('before', 'text')
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('expires_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('started_at_ms', 'bigint')
    .addColumn('ended_at_ms', 'bigint')
    .execute()
  // Rows without a key don't count: a person has one open journey to a provider for each Hub, and many that have ended.
  await db.schema
    .createIndex('connection_journeys_by_open_key')
    .on('connection_journeys')
    .columns(['open_key'])
    .unique()
    .execute()
  await db.schema
    .createIndex('connection_journeys_by_expires_at_ms')
    .on('connection_journeys')
    .columns(['expires_at_ms'])
    .execute()
  await db.schema
    .createTable('connection_uses')
    .addColumn('hub', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('last_used_at_ms', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('connection_uses_pk', ['email', 'provider', 'hub'])
    .execute()
}
