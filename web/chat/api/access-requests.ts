import { queryOptions } from '@tanstack/react-query'
import {
  requestAccess as ask,
  listAccessRequests,
  markDecisionsShown as tell,
} from '#chatapp/access-requests/contract.ts'
import { call } from './client.ts'

const POLL_INTERVAL_MS = 20_000

export const accessRequestsQuery = queryOptions({
  queryKey: ['access-requests'],
  queryFn: ({ signal }) => call(listAccessRequests, { signal }),
  staleTime: 5_000,
  retry: false,
  refetchInterval: ({ state: { data } }) => data?.some(({ state }) => state === 'asked') && POLL_INTERVAL_MS,
})

export const requestAccess = (id: string, note: string) => call(ask, { body: { id, note } })

export const markNoticeShown = () => call(tell)
