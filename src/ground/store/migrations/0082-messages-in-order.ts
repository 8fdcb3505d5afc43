import { sql, type Kysely } from 'kysely'

/**
 * A chat's tree, and which of its newest messages has a word, are read from an index without texts. It holds
 * every message: its condition is a hint to the database, so that only queries that repeat it scan a chat in
 * order.
 */
export async function messagesInOrder(db: Kysely<any>): Promise<void> {
  await db.schema
    .createIndex('chatapp_messages_in_order')
    .on('chatapp_messages')
    .columns(['chat_id', 'position', 'id', 'parent_id'])
    .where(sql.ref('position'), '>=', sql.lit(0))
    .execute()
}
