import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listAccess, listHubs } from '#core/access/contract.ts'
import { listHubStates } from '#core/serving/contract.ts'
import { listModelUse, readSummary } from '#core/usage/contract.ts'
import { call } from '../kit/api.ts'
import { listQuery } from '../kit/list-query.ts'

export const hubsQuery = listQuery(listHubs, ['hubs'])

/** Polled, because a process that dies sends no event. */
export const hubStatesQuery = (page: { offset: number; limit: number }) =>
  queryOptions({
    queryKey: ['hub-states', page],
    queryFn: ({ signal }) => call(listHubStates, { query: page, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data?.items.some(({ away }) => away) ? 5_000 : 15_000),
  })

export const hubStateQuery = (hub: string) =>
  queryOptions({
    queryKey: ['hub-states', hub],
    queryFn: ({ signal }) => call(listHubStates, { query: { hub }, signal }),
    refetchInterval: 15_000,
  })

export const modelUseQuery = (hub: string) =>
  queryOptions({
    queryKey: ['model-use', hub],
    queryFn: ({ signal }) => call(listModelUse, { query: { hub }, signal }),
  })

export const usageQuery = (hub: string) =>
  queryOptions({
    queryKey: ['summary', hub, '30d'],
    queryFn: ({ signal }) => call(readSummary, { query: { hub, period: '30d' }, signal }),
  })

export const accessQuery = listQuery(listAccess, ['access'])
