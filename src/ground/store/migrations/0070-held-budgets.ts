import type { Kysely } from 'kysely'

/** Reservations of running turns in budgets; and runs that wait for their budget. */
export async function heldBudgets(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('usage_holds')
    .addColumn('turn', 'text', (column) => column.primaryKey())
    .addColumn('hub', 'text', (column) => column.notNull())
    .addColumn('email', 'text')
    .addColumn('task', 'text')
    .addColumn('started_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('tokens', 'bigint', (column) => column.notNull())
    .addColumn('cost_micro_usd', 'bigint', (column) => column.notNull())
    .addColumn('machine_id', 'text')
    .addColumn('until_ms', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('usage_holds_by_hub').on('usage_holds').columns(['hub']).execute()
  await db.schema.alterTable('runs').addColumn('paused', 'text').execute()
  await db.schema.alterTable('runs').addColumn('needs_tokens', 'bigint').execute()
  await db.schema.alterTable('runs').addColumn('needs_micro_usd', 'bigint').execute()
}
