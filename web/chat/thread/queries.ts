import { queryOptions, replaceEqualDeep, type QueryClient } from '@tanstack/react-query'
import { readChat, type Chat, type History } from '../api/chats.ts'
import { keepStreamed } from './keep-streamed.ts'

/** One chat with all its messages. What hasn't changed keeps its identity, so that it isn't drawn again. */
export const chatQuery = (chatId: string) =>
  queryOptions({
    queryKey: ['chat', chatId],
    queryFn: ({ signal }) => readChat(chatId, signal),
    staleTime: 0,
    structuralSharing: (known, read) =>
      replaceEqualDeep(known, keepStreamed(known as Chat | undefined, read as Chat)),
  })

/** Change a chat's history as this tab knows it; without the chat nothing happens. */
export function changeHistory(
  client: QueryClient,
  chatId: string,
  change: (history: History) => History,
): void {
  client.setQueryData<Chat>(chatQuery(chatId).queryKey, (known) => {
    if (!known) return known
    return { ...known, chat: { ...known.chat, history: change(known.chat.history) } }
  })
}
