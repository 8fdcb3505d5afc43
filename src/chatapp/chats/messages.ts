import type { Kysely } from 'kysely'
import type { Tables } from '#ground/store/tables.ts'
import { messageColumns, messageOf } from './chat.ts'
import type { Message } from './message.ts'

type Db = Kysely<Tables>

/** A chat's messages in order of arrival. */
export async function messagesOf(db: Db, chatId: string): Promise<Message[]> {
  const rows = await db
    .selectFrom('chatapp_messages')
    .selectAll()
    .where('chat_id', '=', chatId)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map(messageOf)
}

/** Add messages after those a chat has. */
export async function appendMessages(db: Db, chatId: string, messages: readonly Message[]): Promise<void> {
  if (messages.length === 0) return
  const { last } = await db
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
    await db
      .insertInto('chatapp_messages')
      .values(rows.slice(from, from + ROWS_AT_ONCE))
      .execute()
}

/** Databases bound the number of values in one statement. */
const ROWS_AT_ONCE = 500

/** Write a message that is there as it is now. One whose chat was deleted meanwhile is left gone. */
export async function updateMessage(db: Db, chatId: string, message: Message): Promise<void> {
  await db
    .updateTable('chatapp_messages')
    .set(messageColumns(message))
    .where('chat_id', '=', chatId)
    .where('id', '=', message.id)
    .execute()
}
