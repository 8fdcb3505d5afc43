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

/** The prompt of a new chat that its Hub is to name; null: the chat has a name, or its prompt is short enough to be one. */
export function promptToName(
  { chat_id: chatId, user_message: prompt }: Pick<TurnRequest, 'chat_id' | 'user_message'>,
  { connection }: Pick<CatalogModel, 'connection'>,
): string | null {
  if (chatId || !prompt || connection.hub === null) return null
  const { content } = prompt
  return titleFrom(content, '') === content.split(/\s+/).filter(Boolean).join(' ') ? null : content
}

/** Name a new chat in its agent's words, if there are any, unless a person has named it meanwhile. */
export async function keepTitle(
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
