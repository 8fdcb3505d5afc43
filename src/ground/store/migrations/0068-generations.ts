import type { Kysely } from 'kysely'

/** Of which generation of the schema each step is, and which one the release of each machine knows. */
export async function generations(db: Kysely<any>): Promise<void> {
  for (const table of ['schema_migrations', 'machines'])
    await db.schema
      .alterTable(table)
      .addColumn('generation', 'integer', (column) => column.notNull().defaultTo(1))
      .execute()
}
