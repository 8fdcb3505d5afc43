import type { Kysely } from 'kysely'

/** Which bridge serves a Hub, where, and when it was last heard of. */
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
