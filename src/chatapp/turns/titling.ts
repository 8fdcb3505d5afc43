import type { Store } from '#ground/store/store.ts'
import { indexTitle } from '#chatapp/chats/search/documents.ts'
import { titleFrom } from '#chatapp/chats/title.ts'
import type { CatalogModel } from '#chatapp/models/model.ts'
import type { TurnRequest } from './schema.ts'

export interface NewChat {
  id: string
  ownerId: string
  prompt: string
}

/**
 * Null if the chat already exists, if the model does not belong to a Hub, or if the prompt is short enough to be the
 * title.
 */
export function promptToName(
  { chat_id: chatId, user_message: prompt }: Pick<TurnRequest, 'chat_id' | 'user_message'>,
  { connection }: Pick<CatalogModel, 'connection'>,
): string | null {
  if (chatId || !prompt || connection.hub === null) return null
  const { content } = prompt
  return titleFrom(content, '') === content.split(/\s+/).filter(Boolean).join(' ') ? null : content
}

/** Does nothing if a person has renamed the chat meanwhile. */
export async function saveTitle(
  store: Store,
  { id, ownerId, prompt }: NewChat,
  words: string,
): Promise<void> {
  const title = titleFrom(words, '')
  if (title === '') return
  await store.transaction(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('chatapp_chats')
      .set({ title })
      .where('id', '=', id)
      .where('user_id', '=', ownerId)
      .where('title', '=', titleFrom(prompt))
      .executeTakeFirst()
    if (numUpdatedRows > 0n) await indexTitle(tx, { id, ownerId, title })
  })
}
