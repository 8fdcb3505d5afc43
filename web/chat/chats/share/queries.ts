import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { revokeSavedLinks } from '#chatapp/files/contract.ts'
import {
  endShare,
  listCandidates,
  listReceivedShares,
  readShare,
  shareChat,
} from '#chatapp/shares/contract.ts'
import type { OwnShare } from '#chatapp/shares/schema.ts'
import type { BodyOf } from '#ground/api/contract.ts'
import type { PeopleLookup } from '../../../ui/artifacts/share/chosen.ts'
import { call } from '../../api/client.ts'

const shareKey = (chatId: string) => ['share', chatId] as const

export const shareQuery = (chatId: string) =>
  queryOptions({
    queryKey: shareKey(chatId),
    queryFn: ({ signal }) => call(readShare, { params: { id: chatId }, signal }),
    gcTime: 0,
  })

export const candidates = (chatId: string, text: string): PeopleLookup => ({
  queryKey: ['share-candidates', chatId, text],
  find: async (signal) =>
    (await call(listCandidates, { params: { id: chatId }, query: { text }, signal })).map(
      ({ id, name, email }) => ({ what: 'person', id, name: name || email }),
    ),
})

export const receivedQuery = queryOptions({
  queryKey: ['received-shares'],
  queryFn: ({ signal }) => call(listReceivedShares, { signal }),
})

export function useShareMutations(chatId: string, onChanged: () => unknown) {
  const client = useQueryClient()
  const note = (share: OwnShare | null) => {
    client.setQueryData(shareKey(chatId), share)
    void client.invalidateQueries({ queryKey: ['chat', chatId] })
    return onChanged()
  }
  return {
    put: useMutation({
      mutationFn: (body: BodyOf<typeof shareChat>) =>
        call(shareChat, { params: { id: chatId }, body }) as Promise<OwnShare>,
      onSuccess: note,
    }),
    end: useMutation({
      mutationFn: () => call(endShare, { params: { id: chatId } }),
      onSuccess: () => note(null),
    }),
  }
}

export const useLinkRevocation = (chatId: string) =>
  useMutation({ mutationFn: () => call(revokeSavedLinks, { params: { id: chatId } }) })
