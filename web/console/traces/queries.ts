import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listTraces, readTrace, type TracesFilter } from '../api/traces.ts'

/** What has just ended is written within a second or two, so a list that lacks its newest looks again. */
const AGAIN_MS = 2000

export const tracesQuery = (filter: TracesFilter) =>
  queryOptions({
    queryKey: ['traces', filter],
    queryFn: ({ signal }) => listTraces(filter, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data?.items[0]?.name == null ? AGAIN_MS : false),
  })

export const traceQuery = (id: string) =>
  queryOptions({ queryKey: ['trace', id], queryFn: ({ signal }) => readTrace(id, signal) })
