import type { Kysely } from 'kysely'

/**
 * Messages near a message of a long chat are found without reading the chat; the position after its last
 * message is read from this index. An index by chat and position alone would mislead SQLite to scan a chat in
 * order.
 */
export async function conversationsAtSize(db: Kysely<any>): Promise<void> {
  await db.schema
    .createIndex('chatapp_messages_by_parent')
    .on('chatapp_messages')
    .columns(['chat_id', 'parent_id', 'position', 'id'])
    .execute()
}
