import type { Kysely } from 'kysely'

/** The last message of a person is found without reading all messages. */
export async function messageSenders(db: Kysely<any>): Promise<void> {
  await db.schema
    .createIndex('messages_by_hub_email_received_at_ms')
    .on('messages')
    .columns(['hub', 'email', 'received_at_ms'])
    .execute()
}
