import type { Kysely } from 'kysely'

/** Each Hub's description of itself. Its access policy is separate and outlives it. */
export async function hubTables(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('hubs')
    .addColumn('slug', 'text', (column) => column.primaryKey().notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('catalog', 'text', (column) => column.notNull())
    .addColumn('updated_at_ms', 'bigint', (column) => column.notNull())
    .execute()
}
