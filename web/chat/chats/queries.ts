import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listChats, searchChats } from '#chatapp/chats/contract.ts'
import { call } from '../api/client.ts'

/** Chats in one page of the list. */
const PAGE_SIZE = 60

/** The person's chats, newest first, page by page. */
export const chatListQuery = infiniteQueryOptions({
  queryKey: ['chats', 'list'],
  queryFn: ({ pageParam, signal }) => call(listChats, { query: { page: pageParam }, signal }),
  // While an answer is written somewhere in the list, look whether it still is.
  refetchInterval: ({ state }) => (state.data?.pages.flat().some(({ active }) => active) ? 4_000 : false),
  initialPageParam: 1,
  getNextPageParam: (last, pages) => (last.length < PAGE_SIZE ? undefined : pages.length + 1),
})

export const chatSearchQuery = (text: string) =>
  queryOptions({
    queryKey: ['chats', 'search', text],
    queryFn: ({ signal }) => call(searchChats, { query: { text }, signal }),
    placeholderData: keepPreviousData,
  })
