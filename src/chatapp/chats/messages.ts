import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '#ground/store/tables.ts'
import { indexMessages } from './search/documents.ts'
import { messageColumns, messageOf } from './chat.ts'
import type { Message } from './message.ts'
import type { MessageRole, MessageState } from './schema.ts'

type Db = Kysely<Tables>
type Tx = Transaction<Tables>

/** A chat's messages in order of arrival; with `ids` only those. */
export async function messagesOf(db: Db, chatId: string, ids?: readonly string[]): Promise<Message[]> {
  if (ids?.length === 0) return []
  let query = db.selectFrom('chatapp_messages').selectAll().where('chat_id', '=', chatId)
  if (ids) query = query.where('id', 'in', ids)
  const rows = await query.orderBy('position').orderBy('id').execute()
  return rows.map(messageOf)
}

/** A message without what is said in it. */
export type OutlineMessage = Pick<Message, 'id' | 'parentId' | 'role' | 'state'>

/** How a chat's messages hang together, in order of arrival. */
export async function outlineOf(db: Db, chatId: string): Promise<OutlineMessage[]> {
  const rows = await db
    .selectFrom('chatapp_messages')
    .select(['id', 'parent_id', 'role', 'state'])
    .where('chat_id', '=', chatId)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map(({ id, parent_id: parentId, role, state }) => ({
    id,
    parentId,
    role: role as MessageRole,
    state: state as MessageState,
  }))
}

/** Add messages after those a chat has. */
export async function appendMessages(tx: Tx, chatId: string, messages: readonly Message[]): Promise<void> {
  if (messages.length === 0) return
  const { last } = await tx
    .selectFrom('chatapp_messages')
    .select((select) => select.fn.max('position').as('last'))
    .where('chat_id', '=', chatId)
    .executeTakeFirstOrThrow()
  const start = (last ?? 0) + 1
  const rows = messages.map((message, index) => ({
    chat_id: chatId,
    position: start + index,
    ...messageColumns(message),
  }))
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
    await tx
      .insertInto('chatapp_messages')
      .values(rows.slice(from, from + ROWS_AT_ONCE))
      .execute()
  await indexMessages(tx, chatId, messages)
}

/** Databases bound the number of values in one statement. */
const ROWS_AT_ONCE = 500

/** Write a message that is there as it is now. One whose chat was deleted meanwhile is left gone. */
export async function updateMessage(tx: Tx, chatId: string, message: Message): Promise<void> {
  await tx
    .updateTable('chatapp_messages')
    .set(messageColumns(message))
    .where('chat_id', '=', chatId)
    .where('id', '=', message.id)
    .execute()
  await indexMessages(tx, chatId, [message])
}

/**
 * Write an answer whose turn the store still takes for running. One that has ended there, or was deleted meanwhile, stays
 * as it is: saving an end twice, or a piece of the answer after it, changes nothing.
 *
 * @returns Whether it was running.
 */
export async function saveAnswer(tx: Tx, chatId: string, answer: Message): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('chatapp_messages')
    .set(messageColumns(answer))
    .where('chat_id', '=', chatId)
    .where('id', '=', answer.id)
    .where('state', '=', 'running')
    .executeTakeFirst()
  const wasRunning = numUpdatedRows > 0n
  if (wasRunning) await indexMessages(tx, chatId, [answer])
  return wasRunning
}
