import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { searchChats } from '#chatapp/chats/contract.ts'
import { call } from '../../api/client.ts'
import { pageAt, paged } from '../queries.ts'

const DAYS = { day: 1, week: 7, month: 30, year: 365 } as const

export type Since = keyof typeof DAYS
export type Place = 'open' | 'archived' | 'pinned'

export const SINCE = Object.keys(DAYS) as Since[]
export const PLACES: readonly Place[] = ['open', 'archived', 'pinned']

/** What the search page looks for. It stands in the address. */
export interface ChatSearch {
  text?: string | undefined
  /** Id of the agent. */
  agent?: string | undefined
  /** Id of the folder. */
  folder?: string | undefined
  since?: Since | undefined
  place?: Place | undefined
}

const word = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value.slice(0, 256) : undefined

const oneOf = <Value extends string>(values: readonly Value[], value: unknown): Value | undefined =>
  values.find((known) => known === value)

/** What an address asks for; what makes no sense in it is left out. */
export const searchIn = (address: Record<string, unknown>): ChatSearch => ({
  text: word(address['text']),
  agent: word(address['agent']),
  folder: word(address['folder']),
  since: oneOf(SINCE, address['since']),
  place: oneOf(PLACES, address['place']),
})

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

const queryOf = ({ text = '', agent, folder, since, place }: ChatSearch) => ({
  text,
  ...(agent && { model: agent }),
  ...(folder && { folder_id: folder }),
  ...(since && { newer_than: Math.floor(Date.now() / 1000) - DAYS[since] * DAY_SECONDS }),
  ...(place === 'pinned' && { pinned: 'true' as const }),
  ...(place === 'archived' && { archived: 'true' as const }),
  ...(place === 'open' && { archived: 'false' as const }),
})
