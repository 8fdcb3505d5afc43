import type { Kysely } from 'kysely'

/** Published versions of Hubs. */
export async function hubVersions(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('hub_versions')
    .addColumn('hub', 'text', (column) => column.notNull())
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('digest', 'text', (column) => column.notNull())
    .addColumn('made_by', 'text', (column) => column.notNull())
    .addColumn('made_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('note', 'text')
    .addPrimaryKeyConstraint('hub_versions_key', ['hub', 'number'])
    .execute()
  await db.schema
    .createTable('hub_version_files')
    .addColumn('hub', 'text', (column) => column.notNull())
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('path', 'text', (column) => column.notNull())
    .addColumn('executable', 'integer', (column) => column.notNull())
    .addColumn('size', 'bigint', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('hub_version_files_key', ['hub', 'number', 'path'])
    .execute()
  await db.schema.createIndex('hub_version_files_by_hash').on('hub_version_files').columns(['hash']).execute()
  await db.schema
    .createTable('hub_current_versions')
    .addColumn('hub', 'text', (column) => column.primaryKey())
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('switched_by', 'text', (column) => column.notNull())
    .addColumn('switched_at_ms', 'bigint', (column) => column.notNull())
    .execute()
}
