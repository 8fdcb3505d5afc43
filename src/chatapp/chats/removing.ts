import type { Store } from '#ground/store/store.ts'
import { withdrawCallsOfChat } from '#ground/store/withdraw-proposals.ts'
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
  await endOpenWork(db, ownerId, id)
  while (await removeSome(db, id));
  await db.deleteFrom('chatapp_chats').where('id', '=', id).execute()
}

/** Ends requests in which an agent waits for the person, because no page shows the chat any more. */
async function endOpenWork(db: Store['db'], ownerId: string, chatId: string): Promise<void> {
  const owner = await db
    .selectFrom('chatapp_users')
    .select('email')
    .where('id', '=', ownerId)
    .executeTakeFirst()
  if (owner) await withdrawCallsOfChat(db, { email: owner.email, chatId })
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
