import type { Kysely } from 'kysely'

/** What stands near a message of a long chat, and the place of its newest, are found without reading the chat. */
export async function conversationsAtSize(db: Kysely<any>): Promise<void> {
  await db.schema
    .createIndex('chatapp_messages_by_parent')
    .on('chatapp_messages')
    .columns(['chat_id', 'parent_id', 'position', 'id'])
    .execute()
  await db.schema
    .createIndex('chatapp_messages_by_position')
    .on('chatapp_messages')
    .columns(['chat_id', 'position'])
    .execute()
}
