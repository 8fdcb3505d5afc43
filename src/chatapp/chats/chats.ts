import { sql } from 'kysely'
import { epochSeconds, type Clock } from '#ground/base/clock.ts'
import { newId } from '#ground/base/ids.ts'
import type { Store } from '#ground/store/store.ts'
import { chatOf, type Chat, type ChatWithMessages } from './chat.ts'
import { chatFields, mergeMessage } from './form.ts'
import type { Message } from './message.ts'
import { appendMessages, messagesOf, updateMessage } from './messages.ts'
import type { ChatForm } from './schema.ts'

export interface ChatListing {
  ownerId: string
  /** Null lists both. */
  archived: boolean | null
  pinned?: boolean
  /** Part of a title or message, in any case. */
  text?: string
  offset?: number
  limit?: number
}

export type Chats = ReturnType<typeof createChats>

/** People's chats. Every function that names an owner answers null for a chat of somebody else. */
export function createChats({ store, clock }: { store: Store; clock: Clock }) {
  const { db } = store

  const find = async (ownerId: string, id: string): Promise<Chat | null> => {
    const row = await db
      .selectFrom('chatapp_chats')
      .selectAll()
      .where('id', '=', id)
      .where('user_id', '=', ownerId)
      .executeTakeFirst()
    return row ? chatOf(row) : null
  }

  const read = async (ownerId: string, id: string): Promise<ChatWithMessages | null> => {
    const chat = await find(ownerId, id)
    return chat && { ...chat, messages: await messagesOf(db, id) }
  }

  const toggle = async (ownerId: string, id: string, flag: 'pinned' | 'archived'): Promise<Chat | null> => {
    const row = await db
      .updateTable('chatapp_chats')
      .set({ [flag]: sql`1 - ${sql.ref(flag)}` })
      .where('id', '=', id)
      .where('user_id', '=', ownerId)
      .returningAll()
      .executeTakeFirst()
    return row ? chatOf(row) : null
  }

  return {
    find,
    read,

    /** Newest first. */
    async list({ ownerId, archived, pinned, text, offset, limit }: ChatListing): Promise<Chat[]> {
      let query = db.selectFrom('chatapp_chats').selectAll().where('user_id', '=', ownerId)
      if (archived !== null) query = query.where('archived', '=', archived ? 1 : 0)
      if (pinned !== undefined) query = query.where('pinned', '=', pinned ? 1 : 0)
      if (text) {
        const pattern = `%${text.toLowerCase().replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`
        const found = (column: 'title' | 'content') =>
          sql<boolean>`lower(${sql.ref(column)}) like ${pattern} escape '\\'`
        query = query.where((where) =>
          where.or([
            found('title'),
            where(
              'id',
              'in',
              where
                .selectFrom('chatapp_messages')
                .select('chat_id')
                .where(
                  'chat_id',
                  'in',
                  where.selectFrom('chatapp_chats').select('id').where('user_id', '=', ownerId),
                )
                .where(found('content')),
            ),
          ]),
        )
      }
      query = query.orderBy('updated_at', 'desc').orderBy('id')
      if (limit !== undefined) query = query.limit(limit).offset(offset ?? 0)
      return (await query.execute()).map(chatOf)
    },

    async create(ownerId: string, form: ChatForm): Promise<ChatWithMessages> {
      const id = newId()
      const now = epochSeconds(clock)
      const { title, history, extra } = chatFields(form)
      await store.transaction(async (tx) => {
        await tx
          .insertInto('chatapp_chats')
          .values({
            id,
            user_id: ownerId,
            title: title || 'New chat',
            current_message_id: history?.currentId ?? null,
            extra: JSON.stringify(extra),
            pinned: 0,
            archived: 0,
            created_at: now,
            updated_at: now,
          })
          .execute()
        await appendMessages(tx, id, mergeHistory([], history?.messages ?? {}, now).added)
      })
      return (await read(ownerId, id))!
    },

    /** Merge what is given into a chat: its top-level keys, and its history message by message. */
    async merge(ownerId: string, id: string, form: ChatForm): Promise<ChatWithMessages | null> {
      const { title, history, extra } = chatFields(form)
      const now = epochSeconds(clock)
      await store.transaction(async (tx) => {
        const row = await tx
          .selectFrom('chatapp_chats')
          .selectAll()
          .where('id', '=', id)
          .where('user_id', '=', ownerId)
          .forUpdate()
          .executeTakeFirst()
        if (!row) return
        const before = chatOf(row)
        const { added, changed } = mergeHistory(await messagesOf(tx, id), history?.messages ?? {}, now)
        await appendMessages(tx, id, added)
        for (const message of changed) await updateMessage(tx, id, message)
        await tx
          .updateTable('chatapp_chats')
          .set({
            title: title || before.title,
            current_message_id: history?.currentId ?? before.currentId,
            extra: JSON.stringify({ ...before.extra, ...extra }),
            // A new name or another branch does not make a chat newer.
            ...(added.length + changed.length > 0 ? { updated_at: now } : {}),
          })
          .where('id', '=', id)
          .execute()
      })
      return read(ownerId, id)
    },

    togglePinned: (ownerId: string, id: string) => toggle(ownerId, id, 'pinned'),
    toggleArchived: (ownerId: string, id: string) => toggle(ownerId, id, 'archived'),

    async remove(ownerId: string, id: string): Promise<void> {
      await db.deleteFrom('chatapp_chats').where('id', '=', id).where('user_id', '=', ownerId).execute()
    },
  }
}

/** Messages a client sends, merged with those there are. One that is being answered right now is left alone. */
function mergeHistory(
  before: readonly Message[],
  forms: NonNullable<ChatForm['history']>['messages'] & {},
  now: number,
) {
  const byId = new Map(before.map((message) => [message.id, message]))
  const exists = (id: string) => byId.has(id) || Object.hasOwn(forms, id)
  const added: Message[] = []
  const changed: Message[] = []
  for (const [id, form] of Object.entries(forms)) {
    const known = byId.get(id) ?? null
    if (known?.state === 'running') continue
    const merged = mergeMessage(id, known, form, exists, now)
    if (!known) added.push(merged)
    else if (JSON.stringify(merged) !== JSON.stringify(known)) changed.push(merged)
  }
  return { added, changed }
}
