import { sql, type RawBuilder } from 'kysely'
import { processTurns } from '#ground/base/turn-budget.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import { databaseKind } from '#ground/store/kind.ts'
import type { Store } from '#ground/store/store.ts'
import { lockChat } from '../chat.ts'
import { writeFields } from '../message-forms.ts'
import { readTagNames, tagId } from './names.ts'

const MAX_TAGS = 50

export type ChatTags = ReturnType<typeof createChatTags>

export function createChatTags(store: Pick<Store, 'transaction' | 'slowReads'>) {
  const change = (
    ownerId: string,
    chatId: string,
    changed: (names: string[]) => string[],
  ): Promise<Result<string[], 'chat_missing' | 'too_many_tags'>> =>
    store.transaction(async (tx) => {
      const chat = await lockChat(tx, ownerId, chatId)
      if (!chat) return refused('chat_missing')
      const names = changed(readTagNames(chat.extra.tags))
      if (names.length > MAX_TAGS) return refused('too_many_tags')
      const extra = await writeFields({ ...chat.extra, tags: names }, processTurns)
      await tx.updateTable('chatapp_chats').set({ extra }).where('id', '=', chatId).execute()
      return accepted(names)
    })

  const tagged = async (ownerId: string) => {
    const rows = await store.slowReads
      .selectFrom('chatapp_chats')
      .select(['id', TAGS[databaseKind(store.slowReads)].as('tags')])
      .where('user_id', '=', ownerId)
      .where('deleted_at', 'is', null)
      .orderBy('updated_at', 'desc')
      .orderBy('id')
      .execute()
    return rows.map(({ id, tags }) => ({ id, names: readTagNames(tags === null ? null : JSON.parse(tags)) }))
  }

  return {
    add: (ownerId: string, chatId: string, name: string) =>
      change(ownerId, chatId, (names) => readTagNames([...names, name])),

    remove: (ownerId: string, chatId: string, name: string) =>
      change(ownerId, chatId, (names) => names.filter((other) => tagId(other) !== tagId(name))),

    all: async (ownerId: string): Promise<string[]> =>
      readTagNames((await tagged(ownerId)).flatMap(({ names }) => names)).toSorted(),

    chatsWith: async (ownerId: string, name: string): Promise<string[]> =>
      (await tagged(ownerId))
        .filter(({ names }) => names.some((other) => tagId(other) === tagId(name)))
        .map(({ id }) => id),
  }
}

/** Replaces the escape of U+0000, because Postgres refuses it in JSON texts. */
const TAGS: Readonly<Record<Store['kind'], RawBuilder<string | null>>> = {
  sqlite: sql<string | null>`extra -> '$.tags'`,
  postgres: sql<string | null>`(replace(extra, '\\u0000', '\\u0001')::json -> 'tags')::text`,
}
