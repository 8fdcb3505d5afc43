import { sql, type Kysely } from 'kysely'

/** How much each trace takes, so that what a Hub's traces take together can be held down; and what is wrong in a Hub's folder. */
export async function traceSizes(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable('traces')
    .addColumn('bytes', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
  await sql`
    update traces set bytes = coalesce((
      select sum(length(attributes) + length(name) + 200) from trace_spans
      where trace_spans.trace_id = traces.trace_id and trace_spans.hub = traces.hub), 0)`.execute(db)
  await db.schema
    .alterTable('hubs')
    .addColumn('problems', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute()
}
