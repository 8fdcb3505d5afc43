import type { Transaction } from 'kysely'
import { idOf } from '#ground/base/ids.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import { lockChat } from './chat.ts'
import type { StoredMessage } from './message.ts'
import { appendMessages } from './messages.ts'
import { indexTitle } from './search/documents.ts'

/** A message without a prompt, such as the result of a scheduled task. */
export interface UnpromptedAnswer {
  /** E-mail of the recipient: trimmed, lower case. */
  to: string
  /** Key of the chat: messages with the same key and recipient share one chat. */
  chat: string
  messageId: string
  title: string
  text: string
  model: string
  /** Epoch seconds. */
  now: number
}

/** Idempotent by `messageId`. @returns False if the account does not exist or is pending. */
export const addAnswer = (store: Pick<Store, 'transaction'>, answer: UnpromptedAnswer): Promise<boolean> =>
  store.transaction(async (tx) => {
    const owner = await tx
      .selectFrom('chatapp_users')
      .select('id')
      .where('email', '=', answer.to)
      .where('role', '!=', 'pending')
      .executeTakeFirst()
    if (!owner) return false
    const id = idOf(`${owner.id} ${answer.chat}`)
    const chat = await lockChat(tx, owner.id, id)
    if (!chat) await beginChat(tx, owner.id, id, answer)
    else if (await isThere(tx, id, answer.messageId)) return true
    else await touchChat(tx, id, answer)
    await appendMessages(tx, id, [messageOf(answer, chat?.currentId ?? null)])
    return true
  })

async function beginChat(
  tx: Transaction<Tables>,
  ownerId: string,
  id: string,
  { title, model, messageId, now }: UnpromptedAnswer,
): Promise<void> {
  // A recently deleted chat may still have this id, so it is removed first.
  await tx.deleteFrom('chatapp_chats').where('id', '=', id).where('deleted_at', 'is not', null).execute()
  await tx
    .insertInto('chatapp_chats')
    .values({
      id,
      user_id: ownerId,
      title,
      current_message_id: messageId,
      extra: JSON.stringify({ models: [model] }),
      pinned: 0,
      archived: 0,
      created_at: now,
      updated_at: now,
    })
    .execute()
  await indexTitle(tx, { id, ownerId, title })
}

const touchChat = (tx: Transaction<Tables>, id: string, { messageId, now }: UnpromptedAnswer) =>
  tx
    .updateTable('chatapp_chats')
    .set({ current_message_id: messageId, archived: 0, updated_at: now })
    .where('id', '=', id)
    .execute()

const isThere = async (tx: Transaction<Tables>, chatId: string, id: string): Promise<boolean> =>
  (await tx
    .selectFrom('chatapp_messages')
    .select('id')
    .where('chat_id', '=', chatId)
    .where('id', '=', id)
    .executeTakeFirst()) !== undefined

const messageOf = (
  { messageId, text, model, now }: UnpromptedAnswer,
  parentId: string | null,
): StoredMessage => ({
  id: messageId,
  parentId,
  role: 'assistant',
  content: text,
  model,
  state: 'done',
  timestamp: now,
  extra: { isUnasked: true },
})
