import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listChats, PAGE_SIZE, searchChats } from '../api/chats.ts'

/** The person's chats, newest first, page by page. */
export const chatListQuery = infiniteQueryOptions({
  queryKey: ['chats', 'list'],
  queryFn: ({ pageParam, signal }) => listChats(pageParam, signal),
  // While an answer is written somewhere in the list, look whether it still is.
  refetchInterval: ({ state }) => (state.data?.pages.flat().some(({ active }) => active) ? 4_000 : false),
  initialPageParam: 1,
  getNextPageParam: (last, pages) => (last.length < PAGE_SIZE ? undefined : pages.length + 1),
})

export const chatSearchQuery = (text: string) =>
  queryOptions({
    queryKey: ['chats', 'search', text],
    queryFn: ({ signal }) => searchChats(text, signal),
    placeholderData: keepPreviousData,
  })
