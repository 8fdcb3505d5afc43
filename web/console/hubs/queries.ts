import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listAccess, listHubs } from '#core/access/contract.ts'
import { listHubStates } from '#core/serving/contract.ts'
import type { QueryOf } from '#ground/api/contract.ts'
import { call } from '../kit/api.ts'

export const hubsQuery = (page: { offset: number; limit: number }) =>
  queryOptions({
    queryKey: ['hubs', page],
    queryFn: ({ signal }) => call(listHubs, { query: page, signal }),
    placeholderData: keepPreviousData,
  })

/** States of a page's Hubs; polled, since a Hub's disappearance sends no event. */
export const hubStatesQuery = (page: { offset: number; limit: number }) =>
  queryOptions({
    queryKey: ['hub-states', page],
    queryFn: ({ signal }) => call(listHubStates, { query: page, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data?.items.some(({ away }) => away) ? 5_000 : 15_000),
  })

export const accessQuery = (filter: QueryOf<typeof listAccess>) =>
  queryOptions({
    queryKey: ['access', filter],
    queryFn: ({ signal }) => call(listAccess, { query: filter, signal }),
    placeholderData: keepPreviousData,
  })
