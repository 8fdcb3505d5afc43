import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { readChat } from '#chatapp/chats/contract.ts'
import type { ChatView, History } from '#chatapp/chats/schema.ts'
import { call } from '../api/client.ts'
import { keepStreamed } from './keep-streamed.ts'

/** One chat with all its messages. */
export const chatQuery = (chatId: string) =>
  queryOptions({
    queryKey: ['chat', chatId],
    queryFn: async ({ client, queryKey, signal }) => {
      const read = await call(readChat, { params: { id: chatId }, signal })
      return keepStreamed(client.getQueryData<ChatView>(queryKey), read)
    },
    staleTime: 0,
  })

/** Change a chat's history as this tab knows it; without the chat nothing happens. */
export function changeHistory(
  client: QueryClient,
  chatId: string,
  change: (history: History) => History,
): void {
  client.setQueryData<ChatView>(chatQuery(chatId).queryKey, (known) => {
    if (!known) return known
    return { ...known, chat: { ...known.chat, history: change(known.chat.history) } }
  })
}
