import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { searchChats } from '#chatapp/chats/contract.ts'
import { call } from '../../api/client.ts'
import { pageAt, paged } from '../queries.ts'
import type { ChatSearch, Since } from './address.ts'

export const isFiltered = ({ agent, folder, since, place }: ChatSearch): boolean =>
  [agent, folder, since, place].some((value) => value !== undefined)

export const filteredChatsQuery = (search: ChatSearch) =>
  infiniteQueryOptions({
    ...paged,
    queryKey: ['chats', 'search', search],
    queryFn: ({ pageParam, signal }) =>
      call(searchChats, { query: { ...queryOf(search), ...pageAt(pageParam) }, signal }),
    placeholderData: keepPreviousData,
  })

const DAY_SECONDS = 86_400

const DAYS: Record<Since, number> = { day: 1, week: 7, month: 30, year: 365 }

const queryOf = ({ text = '', agent, folder, since, place }: ChatSearch) => ({
  text,
  ...(agent && { model: agent }),
  ...(folder && { folder_id: folder }),
  ...(since && { newer_than: Math.floor(Date.now() / 1000) - DAYS[since] * DAY_SECONDS }),
  ...(place === 'pinned' && { pinned: 'true' as const }),
  ...(place === 'shared' && { shared: 'true' as const }),
  ...(place === 'archived' && { archived: 'true' as const }),
  ...(place === 'open' && { archived: 'false' as const }),
})
