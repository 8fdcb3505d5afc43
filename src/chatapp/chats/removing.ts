import type { Store } from '#ground/store/store.ts'
import { BEING_REMOVED_AT } from './deletions.ts'

const MESSAGES_PER_BATCH = 200

/** Deletes messages in portions, because one statement for a long chat would block writers. */
export async function removeChat({ db }: Pick<Store, 'db'>, ownerId: string, id: string): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('chatapp_chats')
    .set({ deleted_at: BEING_REMOVED_AT })
    .where('id', '=', id)
    .where('user_id', '=', ownerId)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  while (await removeSome(db, id));
  await db.deleteFrom('chatapp_chats').where('id', '=', id).execute()
}

async function removeSome(db: Store['db'], chatId: string): Promise<boolean> {
  const rows = await db
    .selectFrom('chatapp_messages')
    .select('id')
    .where('chat_id', '=', chatId)
    .limit(MESSAGES_PER_BATCH)
    .execute()
  if (rows.length === 0) return false
  const ids = rows.map((row) => row.id)
  await db.deleteFrom('chatapp_search').where('chat_id', '=', chatId).where('message_id', 'in', ids).execute()
  await db.deleteFrom('chatapp_messages').where('chat_id', '=', chatId).where('id', 'in', ids).execute()
  return rows.length === MESSAGES_PER_BATCH
}
