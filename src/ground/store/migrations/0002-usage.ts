import type { Kysely } from 'kysely'

/** The usage ledger. It names people by e-mail and outlives their accounts. */
export async function usageTables(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('usage_turns')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('hub', 'text', (column) => column.notNull())
    .addColumn('email', 'text')
    .addColumn('surface', 'text', (column) => column.notNull())
    .addColumn('chat_id', 'text', (column) => column.notNull())
    .addColumn('run_id', 'text')
    .addColumn('model', 'text', (column) => column.notNull())
    .addColumn('input_tokens', 'bigint', (column) => column.notNull())
    .addColumn('output_tokens', 'bigint', (column) => column.notNull())
    .addColumn('cached_tokens', 'bigint', (column) => column.notNull())
    .addColumn('reasoning_tokens', 'bigint', (column) => column.notNull())
    .addColumn('outcome', 'text', (column) => column.notNull())
    .addColumn('started_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('duration_ms', 'bigint', (column) => column.notNull())
    .execute()
  for (const column of ['hub', 'email'])
    await db.schema
      .createIndex(`usage_turns_by_${column}_started_at_ms`)
      .on('usage_turns')
      .columns([column, 'started_at_ms'])
      .execute()
}
