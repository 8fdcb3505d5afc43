import type { Kysely } from 'kysely'

/** Requests that MCP clients cancelled, for the instances that run them. */
export async function mcpCancellations(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('mcp_cancellations')
    .addColumn('hub', 'text', (column) => column.notNull())
    .addColumn('request', 'text', (column) => column.notNull())
    .addColumn('cancelled_at_ms', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('mcp_cancellations_key', ['hub', 'request'])
    .execute()
}
