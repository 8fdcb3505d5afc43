import { sql, type Transaction } from 'kysely'
import type { Clock } from '#ground/base/clock.ts'
import { newId } from '#ground/base/ids.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import { addVersion, type NewVersion, type VersionRefusal } from './add-version.ts'
import { indexTitle } from './search/documents.ts'
import { readBranches, readConversation } from './conversation.ts'
import { readChatRow, lockChat, type StoredChat, type ChatWithMessages } from './chat.ts'
import { listedChats } from './listed.ts'
import { listChats, listIds, searchChats, type ChatListing } from './listing.ts'
import { withUnsavedEnd, type StoredMessage } from './message.ts'
import { messagesOf } from './messages.ts'
import { removeChat } from './removing.ts'
import { storeChange, storeChat, type ChatOrigin } from './storing.ts'
import type { ChatChange, ChatForm, ConversationQuery } from './schema.ts'

/** Finished answers that could not be saved yet. */
export interface UnsavedAnswers {
  answersOf(chatId: string): ReadonlyMap<string, StoredMessage>
  saveAnswersOf(chatId: string): Promise<void>
}

export interface ChatsParts {
  store: Store
  clock: Clock
  unsaved: UnsavedAnswers
}

export type StoredChats = ReturnType<typeof createStoredChats>

/** Functions with an `ownerId` treat a chat of another owner as missing. */
export function createStoredChats(parts: ChatsParts) {
  const { store, unsaved } = parts
  const read = (ownerId: string, id: string) => readChat(parts, ownerId, id)
  return {
    find: (ownerId: string, id: string) => findChat(parts, ownerId, id),
    read,
    conversation: (chat: StoredChat, query: ConversationQuery) => readConversation(parts, chat, query),
    branches: (chat: StoredChat) => readBranches(parts, chat),
    idsOf: (ownerId: string, archived: boolean | null = null) => listIds(store, { ownerId, archived }),
    /** In the order of `ids`. The caller must have checked the owner. */
    listed: (ids: readonly string[]) => listedChats(store, ids),
    list: (listing: ChatListing) => listChats(store, listing),
    search: (listing: ChatListing, text: string) => searchChats(store, listing, text),

    async create(
      ownerId: string,
      form: ChatForm,
      { id = newId(), origin }: { id?: string; origin?: ChatOrigin } = {},
    ): Promise<ChatWithMessages> {
      await storeChat(parts, { id, ownerId, form, ...(origin && { origin }) })
      return (await read(ownerId, id))!
    },

    async merge(ownerId: string, id: string, form: ChatForm): Promise<ChatWithMessages | null> {
      await unsaved.saveAnswersOf(id)
      await storeChange(parts, { id, ownerId, form })
      return read(ownerId, id)
    },

    async addVersion(version: NewVersion): Promise<Result<{ id: string }, VersionRefusal>> {
      await unsaved.saveAnswersOf(version.chatId)
      return addVersion(parts, version)
    },

    change: (ownerId: string, id: string, change: ChatChange) =>
      store.transaction((tx) => changeChat(tx, ownerId, id, change)),

    togglePinned: (ownerId: string, id: string) => toggle(store, { ownerId, id }, 'pinned'),
    toggleArchived: (ownerId: string, id: string) => toggle(store, { ownerId, id }, 'archived'),

    remove: (ownerId: string, id: string) => removeChat(store, ownerId, id),
  }
}

async function findChat(
  { store: { db } }: Pick<ChatsParts, 'store'>,
  ownerId: string,
  id: string,
): Promise<StoredChat | null> {
  const row = await db
    .selectFrom('chatapp_chats')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row ? readChatRow(row) : null
}

async function readChat(
  { store, unsaved }: ChatsParts,
  ownerId: string,
  id: string,
): Promise<ChatWithMessages | null> {
  const chat = await findChat({ store }, ownerId, id)
  if (!chat) return null
  const ended = unsaved.answersOf(id) // must precede the query, because an answer leaves this map when it is saved
  const messages = await messagesOf(store.db, id)
  return { ...chat, messages: messages.map((message) => withUnsavedEnd(message, ended)) }
}

async function changeChat(
  tx: Transaction<Tables>,
  ownerId: string,
  id: string,
  { title, current_id: currentId }: ChatChange,
): Promise<Result<StoredChat, 'chat_missing' | 'message_missing'>> {
  const before = await lockChat(tx, ownerId, id)
  if (!before) return refused('chat_missing')
  if (currentId !== undefined && (await messagesOf(tx, id, [currentId])).length === 0)
    return refused('message_missing')
  const after = { ...before, title: title ?? before.title, currentId: currentId ?? before.currentId }
  await tx
    .updateTable('chatapp_chats')
    .set({ title: after.title, current_message_id: after.currentId })
    .where('id', '=', id)
    .execute()
  if (after.title !== before.title) await indexTitle(tx, { id, ownerId, title: after.title })
  return accepted(after)
}

async function toggle(
  { db }: Pick<Store, 'db'>,
  { ownerId, id }: { ownerId: string; id: string },
  flag: 'pinned' | 'archived',
): Promise<StoredChat | null> {
  const row = await db
    .updateTable('chatapp_chats')
    .set({ [flag]: sql`1 - ${sql.ref(flag)}` })
    .where('id', '=', id)
    .where('user_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  return row ? readChatRow(row) : null
}
