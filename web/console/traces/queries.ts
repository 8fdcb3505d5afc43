import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listTraces, readTrace, type TracesFilter } from '../api/traces.ts'

export const tracesQuery = (filter: TracesFilter) =>
  queryOptions({
    queryKey: ['traces', filter],
    queryFn: ({ signal }) => listTraces(filter, signal),
    placeholderData: keepPreviousData,
  })

export const traceQuery = (id: string) =>
  queryOptions({ queryKey: ['trace', id], queryFn: ({ signal }) => readTrace(id, signal) })
