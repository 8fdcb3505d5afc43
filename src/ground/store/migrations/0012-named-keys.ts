import type { Kysely } from 'kysely'

/** Which Hubs a personal API key is for, which Hubs serve MCP, and who reached them with which key. */
export async function namedKeys(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('chatapp_api_keys').addColumn('hubs', 'text').execute()
  // The key that a form without names makes and replaces.
  await db.updateTable('chatapp_api_keys').set({ name: 'default' }).where('name', '=', 'personal').execute()
  await db.schema
    .alterTable('hubs')
    .addColumn('mcp', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema
    .createTable('mcp_connections')
    .addColumn('hub', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('key_name', 'text', (column) => column.notNull())
    .addColumn('client', 'text', (column) => column.notNull())
    .addColumn('first_used_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('last_used_at_ms', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('mcp_connections_pk', ['hub', 'email', 'key_name', 'client'])
    .execute()
  await db.schema
    .createIndex('mcp_connections_by_hub_last_used_at_ms')
    .on('mcp_connections')
    .columns(['hub', 'last_used_at_ms'])
    .execute()
}
