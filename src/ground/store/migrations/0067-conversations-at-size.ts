import type { Kysely } from 'kysely'

/**
 * What stands near a message of a long chat is found without reading the chat; for the place behind its last message this index
 * is read instead of the messages. One by chat and position alone would tempt SQLite to walk through a chat in order.
 */
export async function conversationsAtSize(db: Kysely<any>): Promise<void> {
  await db.schema
    .createIndex('chatapp_messages_by_parent')
    .on('chatapp_messages')
    .columns(['chat_id', 'parent_id', 'position', 'id'])
    .execute()
}
