import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { continueSharedChat, readSharedChat, readSharedFile } from '#chatapp/shares/contract.ts'
import type { SharedView } from '#chatapp/shares/schema.ts'
import { hrefOf } from '../../../ui/href.ts'
import { call } from '../../api/client.ts'
import { EARLIER_LIMIT, withStretch, type History, type Read } from '../conversation.ts'
import type { EarlierSource } from '../earlier.ts'

export type SharedConversation = Read<SharedView>

export const sharedQuery = (shareId: string) =>
  queryOptions({
    queryKey: ['shared', shareId],
    queryFn: async ({ client, queryKey, signal }): Promise<SharedConversation> => {
      const read = await call(readSharedChat, { params: { id: shareId }, signal })
      return withStretch(client.getQueryData<SharedConversation>(queryKey), read)
    },
    staleTime: 0,
  })

export function changeShared(
  client: QueryClient,
  shareId: string,
  change: (history: History) => History,
): void {
  client.setQueryData(
    sharedQuery(shareId).queryKey,
    (known) => known && { ...known, history: change(known.history) },
  )
}

export function useEarlierOfShared(id: string): EarlierSource {
  const client = useQueryClient()
  return {
    read: async (before) =>
      (await call(readSharedChat, { params: { id }, query: { before, limit: EARLIER_LIMIT } })).messages,
    change: (change) => changeShared(client, id, change),
  }
}

export const useContinue = (id: string) =>
  useMutation({ mutationFn: () => call(continueSharedChat, { params: { id } }) })

export const sharedFileAddress = (shareId: string) => (file: string) =>
  hrefOf(readSharedFile, { params: { id: shareId, file } })
