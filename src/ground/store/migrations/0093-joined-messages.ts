import type { Kysely } from 'kysely'

/** Several messages of a provider with one answer, and a stop requested while an answer is written. */
export async function joinedMessages(db: Kysely<any>): Promise<void> {
  const messages = db.schema.alterTable('messages')
  await messages.addColumn('joined_to', 'text').execute()
  await messages.addColumn('album', 'text').execute()
  await messages.addColumn('revision', 'integer').execute()
  await messages.addColumn('stop_asked_at_ms', 'bigint').execute()
  await db.schema.createIndex('messages_by_joined_to').on('messages').columns(['joined_to']).execute()
}
