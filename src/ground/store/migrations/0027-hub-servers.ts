import type { Kysely } from 'kysely'

/** The bridge that serves a Hub, its address, and its last heartbeat. */
export async function hubServers(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('hub_servers')
    .addColumn('hub', 'text', (column) => column.notNull())
    .addColumn('instance', 'text', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('version', 'text', (column) => column.notNull())
    .addColumn('started_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('heard_at_ms', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('hub_servers_pk', ['hub', 'instance'])
    .execute()
}
