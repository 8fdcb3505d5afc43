import { sql, type Kysely, type Transaction } from 'kysely'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import { readChatRow, messageColumns, readMessageRow, type StoredChat } from '#chatapp/chats/chat.ts'
import type { UnsavedAnswers } from '#chatapp/chats/chats.ts'
import { withUnsavedEnd, type StoredMessage } from '#chatapp/chats/message.ts'
import { messagesOf } from '#chatapp/chats/messages.ts'
import { outlineOf } from '#chatapp/chats/outline.ts'
import { branchTo } from '#chatapp/chats/tree.ts'
import type { ChatShare } from './share.ts'

export interface ShownParts {
  store: Pick<Store, 'db'>
  unsaved: Pick<UnsavedAnswers, 'answersOf'>
}

/** The branch that readers see: the copied branch, or the current branch of a live share. */
export interface ShownChat {
  ids: readonly string[]
  read(ids: readonly string[]): Promise<StoredMessage[]>
  /** `part` may have wildcards of `LIKE`. */
  holding(column: 'content' | 'extra', part: string): Promise<StoredMessage[]>
  models(): Promise<string[]>
}

/** Omits running answers. */
export async function branchOf(
  { store: { db }, unsaved }: ShownParts,
  chat: StoredChat,
): Promise<StoredMessage[]> {
  const ended = unsaved.answersOf(chat.id) // must precede the query, because an answer leaves this map when it is saved
  const messages = (await messagesOf(db, chat.id)).map((message) => withUnsavedEnd(message, ended))
  return branchTo(messages, chat.currentId).filter(({ state }) => state !== 'running')
}

export async function storeCopy(tx: Transaction<Tables>, shareId: string, branch: readonly StoredMessage[]) {
  await tx.deleteFrom('chatapp_share_messages').where('share_id', '=', shareId).execute()
  const rows = branch.map((message, position) => {
    const { files, reasoning, tools, cut } = message.extra
    const extra = JSON.stringify({ files, reasoning, tools, cut }) // readers may see no other fields
    return { share_id: shareId, position, ...messageColumns(message), extra }
  })
  for (let from = 0; from < rows.length; from += ROWS_PER_INSERT)
    await tx
      .insertInto('chatapp_share_messages')
      .values(rows.slice(from, from + ROWS_PER_INSERT))
      .execute()
}

/** Databases limit the number of parameters of a statement. */
const ROWS_PER_INSERT = 500

export const shownOf = (parts: ShownParts, share: ChatShare, chat: StoredChat): Promise<ShownChat> =>
  share.copyTitle === null ? liveBranch(parts, chat) : readCopy(parts.store.db, share.id)

async function liveBranch({ store: { db }, unsaved }: ShownParts, chat: StoredChat): Promise<ShownChat> {
  const ended = unsaved.answersOf(chat.id)
  const ids = branchTo(await outlineOf(db, chat.id), chat.currentId).map(({ id }) => id)
  const isShown = new Set(ids)
  const within = (messages: readonly StoredMessage[]) =>
    messages.filter(({ id }) => isShown.has(id)).map((message) => withUnsavedEnd(message, ended))
  return {
    ids,
    read: async (ids) => within(await messagesOf(db, chat.id, ids)),
    async holding(column, part) {
      const rows = await db
        .selectFrom('chatapp_messages')
        .selectAll()
        .where('chat_id', '=', chat.id)
        .where(sql.ref(column), 'like', `%${part}%`)
        .execute()
      return within(await Promise.all(rows.map(readMessageRow)))
    },
    async models() {
      const rows = await db
        .selectFrom('chatapp_messages')
        .select(['id', 'model'])
        .where('chat_id', '=', chat.id)
        .where('model', 'is not', null)
        .execute()
      return unique(rows.filter(({ id }) => isShown.has(id)))
    },
  }
}

async function readCopy(db: Kysely<Tables>, shareId: string): Promise<ShownChat> {
  const rowsOf = () => db.selectFrom('chatapp_share_messages').where('share_id', '=', shareId)
  const ids = await rowsOf().select('id').orderBy('position').execute()
  const read = () => rowsOf().selectAll().orderBy('position')
  const messages = (rows: Awaited<ReturnType<ReturnType<typeof read>['execute']>>) =>
    Promise.all(rows.map(({ share_id: chat_id, ...row }) => readMessageRow({ chat_id, ...row })))
  return {
    ids: ids.map(({ id }) => id),
    read: async (ids) => (ids.length === 0 ? [] : messages(await read().where('id', 'in', ids).execute())),
    holding: async (column, part) =>
      messages(await read().where(sql.ref(column), 'like', `%${part}%`).execute()),
    models: async () =>
      unique(await rowsOf().select('model').where('model', 'is not', null).distinct().execute()),
  }
}

const unique = (rows: readonly { model: string | null }[]): string[] => [
  ...new Set(rows.flatMap(({ model }) => model ?? [])),
]

export async function sharedChat(
  { db }: Pick<Store, 'db'>,
  { chatId }: ChatShare,
): Promise<StoredChat | null> {
  const row = await db
    .selectFrom('chatapp_chats')
    .selectAll()
    .where('id', '=', chatId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row ? readChatRow(row) : null
}
