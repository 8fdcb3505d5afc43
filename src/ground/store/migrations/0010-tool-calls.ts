import type { Kysely } from 'kysely'

/** How far a confirmed tool call is, for the Hub that runs it. */
export async function toolCallColumns(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('change_requests').addColumn('call_state', 'text').execute()
  await db.schema.alterTable('change_requests').addColumn('leased_until_ms', 'bigint').execute()
  await db.schema
    .createIndex('change_requests_by_call_state_hub')
    .on('change_requests')
    .columns(['call_state', 'hub', 'decided_at_ms'])
    .execute()
}
