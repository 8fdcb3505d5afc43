import { queryOptions, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { readConversation } from '#chatapp/chats/contract.ts'
import { call } from '../api/client.ts'
import { EARLIER_LIMIT, withStretch, type ReadConversation, type History } from './conversation.ts'
import type { EarlierSource } from './earlier.ts'

export const chatQuery = (chatId: string) =>
  queryOptions({
    queryKey: ['chat', chatId],
    queryFn: async ({ client, queryKey, signal }) => {
      const read = await call(readConversation, { params: { id: chatId }, signal })
      return withStretch(client.getQueryData<ReadConversation>(queryKey), read)
    },
    staleTime: 0,
  })

export function changeHistory(
  client: QueryClient,
  chatId: string,
  change: (history: History) => History,
): void {
  client.setQueryData<ReadConversation>(chatQuery(chatId).queryKey, (known) =>
    known ? { ...known, history: change(known.history) } : known,
  )
}

export function useEarlierOfChat(id: string): EarlierSource {
  const client = useQueryClient()
  return {
    read: async (before) =>
      (await call(readConversation, { params: { id }, query: { before, limit: EARLIER_LIMIT } })).messages,
    change: (change) => changeHistory(client, id, change),
  }
}
