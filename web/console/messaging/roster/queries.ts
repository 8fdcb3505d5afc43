import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { QueryOf } from '#ground/api/contract.ts'
import { listRoster, listStrangers } from '#features/messaging/roster/contract.ts'
import { call } from '../../kit/api.ts'

/** Polled, because the server reloads the roster when its file changes. */
const POLL_INTERVAL_MS = 10_000

export const rosterQuery = (filter: QueryOf<typeof listRoster>) =>
  queryOptions({
    queryKey: ['roster', filter],
    queryFn: ({ signal }) => call(listRoster, { query: filter, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_INTERVAL_MS,
    enabled: filter.hub !== '',
  })

export const strangersQuery = (filter: QueryOf<typeof listStrangers>) =>
  queryOptions({
    queryKey: ['roster', 'strangers', filter],
    queryFn: ({ signal }) => call(listStrangers, { query: filter, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_INTERVAL_MS,
    enabled: filter.hub !== '',
  })
