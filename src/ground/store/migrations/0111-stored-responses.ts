import type { Kysely } from 'kysely'

/** Answers of the Responses API, so that a client continues a conversation by the id of its last answer. */
export async function storedResponses(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('stored_responses')
    .addColumn('hub', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('owner', 'text')
    .addColumn('root', 'text', (column) => column.notNull())
    .addColumn('previous', 'text')
    .addColumn('chat', 'text', (column) => column.notNull())
    .addColumn('input', 'text', (column) => column.notNull())
    .addColumn('response', 'text', (column) => column.notNull())
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .addColumn('used_at_ms', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('stored_responses_key', ['hub', 'id'])
    .execute()
  const index = (name: string) => db.schema.createIndex(name).on('stored_responses')
  await index('stored_responses_by_owner').columns(['hub', 'owner', 'used_at_ms']).execute()
  await index('stored_responses_by_root').columns(['hub', 'root']).execute()
  await index('stored_responses_by_use').columns(['used_at_ms']).execute()
}
