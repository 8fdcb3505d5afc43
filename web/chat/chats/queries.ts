import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listArchivedChats, listChats, listPinnedChats, searchChats } from '#chatapp/chats/contract.ts'
import type { ChatSummary } from '#chatapp/chats/schema.ts'
import { call } from '../api/client.ts'

/** Chats in one page of a list. */
const PAGE_SIZE = 60

/** A page begins after the last chat of the previous page, so that new chats don't shift it. */
const placeBehind = (page: readonly ChatSummary[]): string | undefined => {
  const last = page.at(-1)
  return last && page.length === PAGE_SIZE ? `${last.updated_at}.${last.id}` : undefined
}

/** From the newest, where there is no cursor yet. */
export const pageAt = (cursor: string): { cursor: string } | { page: 1 } =>
  cursor ? { cursor } : { page: 1 }

export const paged = {
  initialPageParam: '',
  getNextPageParam: (last: readonly ChatSummary[]) => placeBehind(last),
}

/** While an answer is written somewhere in a list, look whether it still is. */
const whileActive = (chats: readonly ChatSummary[] | undefined) =>
  chats?.some(({ active }) => active) ? 4_000 : false

/** The person's chats, newest first, page by page, without pinned ones and those in folders. */
export const chatListQuery = infiniteQueryOptions({
  ...paged,
  queryKey: ['chats', 'list'],
  queryFn: ({ pageParam, signal }) =>
    call(listChats, {
      query: { ...pageAt(pageParam), include_pinned: 'false', include_folders: 'false' },
      signal,
    }),
  refetchInterval: ({ state }) => whileActive(state.data?.pages.flat()),
})

/** The newest chats, in any folder. */
export const recentChatsQuery = queryOptions({
  queryKey: ['chats', 'recent'],
  queryFn: ({ signal }) => call(listChats, { query: { page: 1 }, signal }),
})

export const pinnedChatsQuery = queryOptions({
  queryKey: ['chats', 'pinned'],
  queryFn: ({ signal }) => call(listPinnedChats, { signal }),
  refetchInterval: ({ state }) => whileActive(state.data),
})

export const archivedChatsQuery = infiniteQueryOptions({
  ...paged,
  queryKey: ['chats', 'archived'],
  queryFn: ({ pageParam, signal }) => call(listArchivedChats, { query: pageAt(pageParam), signal }),
})

export const chatSearchQuery = (text: string) =>
  infiniteQueryOptions({
    ...paged,
    queryKey: ['chats', 'search', text],
    queryFn: ({ pageParam, signal }) => call(searchChats, { query: { text, ...pageAt(pageParam) }, signal }),
    placeholderData: keepPreviousData,
  })
