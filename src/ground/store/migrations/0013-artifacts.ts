import type { Kysely } from 'kysely'

/** Published artifacts: their versions, who may see them, their public links, and the contents they name. */
export async function artifactTables(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('artifacts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('hub', 'text', (column) => column.notNull())
    .addColumn('owner', 'text', (column) => column.notNull())
    .addColumn('owner_id', 'text', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('filename', 'text', (column) => column.notNull())
    .addColumn('content_type', 'text', (column) => column.notNull())
    .addColumn('preview', 'text', (column) => column.notNull())
    .addColumn('size', 'bigint', (column) => column.notNull())
    .addColumn('sha256', 'text', (column) => column.notNull())
    .addColumn('version', 'bigint', (column) => column.notNull())
    .addColumn('audience', 'text', (column) => column.notNull())
    .addColumn('search', 'text', (column) => column.notNull())
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('updated_at_ms', 'bigint', (column) => column.notNull())
    .execute()
  await index(db, 'artifacts', 'owner', ['owner', 'updated_at_ms', 'id'])
  await index(db, 'artifacts', 'audience', ['audience', 'hub', 'updated_at_ms', 'id'])
  await db.schema
    .createTable('artifact_versions')
    .addColumn('artifact_id', 'text', (column) => column.notNull())
    .addColumn('version', 'bigint', (column) => column.notNull())
    .addColumn('filename', 'text', (column) => column.notNull())
    .addColumn('content_type', 'text', (column) => column.notNull())
    .addColumn('preview', 'text', (column) => column.notNull())
    .addColumn('size', 'bigint', (column) => column.notNull())
    .addColumn('sha256', 'text', (column) => column.notNull())
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('artifact_versions_pk', ['artifact_id', 'version'])
    .execute()
  await index(db, 'artifact_versions', 'sha256', ['sha256'])
  await audience(db, 'artifact_people', 'email')
  await audience(db, 'artifact_groups', 'group_id')
  await db.schema
    .createTable('artifact_links')
    .addColumn('artifact_id', 'text', (column) => column.primaryKey())
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('expires_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('opens', 'bigint', (column) => column.notNull())
    .addColumn('last_opened_at_ms', 'bigint')
    .execute()
  // Adding and removing references to bytes requires the lock of their row: the two never overlap.
  await db.schema
    .createTable('artifact_contents')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .execute()
}

/** Audience of a shared artifact, indexed from both sides. */
async function audience(db: Kysely<any>, table: string, member: string): Promise<void> {
  await db.schema
    .createTable(table)
    .addColumn('artifact_id', 'text', (column) => column.notNull())
    .addColumn(member, 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint(`${table}_pk`, ['artifact_id', member])
    .execute()
  await index(db, table, member, [member, 'artifact_id'])
}

const index = (db: Kysely<any>, table: string, name: string, columns: string[]): Promise<void> =>
  db.schema.createIndex(`${table}_by_${name}`).on(table).columns(columns).execute()
