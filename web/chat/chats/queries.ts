import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listArchivedChats, listChats, listPinnedChats, searchChats } from '#chatapp/chats/contract.ts'
import type { ChatSummary } from '#chatapp/chats/schema.ts'
import { call } from '../api/client.ts'

const PAGE_SIZE = 60

/** Cursor after the last chat of a page, so that new chats do not shift the next page. */
const cursorAfter = (page: readonly ChatSummary[]): string | undefined => {
  const last = page.at(-1)
  return last && page.length === PAGE_SIZE ? `${last.updated_at}.${last.id}` : undefined
}

export const pageAt = (cursor: string): { cursor: string } | { page: 1 } =>
  cursor ? { cursor } : { page: 1 }

export const paged = {
  initialPageParam: '',
  getNextPageParam: (last: readonly ChatSummary[]) => cursorAfter(last),
}

const whileActive = (chats: readonly ChatSummary[] | undefined) =>
  chats?.some(({ active }) => active) ? 4_000 : false

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
