import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { QueryOf } from '#ground/api/contract.ts'
import { listTraces, readTrace } from '#core/traces/contract.ts'
import { call } from '../kit/api.ts'

const POLL_INTERVAL_MS = 2000

export const tracesQuery = (filter: QueryOf<typeof listTraces>) =>
  queryOptions({
    queryKey: ['traces', filter],
    queryFn: ({ signal }) => call(listTraces, { query: filter, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data?.items[0]?.name == null ? POLL_INTERVAL_MS : false),
  })

export const traceQuery = (id: string) =>
  queryOptions({
    queryKey: ['trace', id],
    queryFn: ({ signal }) => call(readTrace, { params: { trace_id: id }, signal }),
  })
