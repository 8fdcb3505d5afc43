import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { readCounts } from '../api/access.ts'
import { listAudit, readSummary, type SummaryFilter } from '../api/records.ts'

export const summaryQuery = (filter: SummaryFilter) =>
  queryOptions({
    queryKey: ['summary', filter],
    queryFn: ({ signal }) => readSummary(filter, signal),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  })

export const countsQuery = queryOptions({
  queryKey: ['counts'],
  queryFn: ({ signal }) => readCounts(signal),
})

const SHOWN = 6

/** The newest refusals. */
export const denialsQuery = (hub: string | undefined) =>
  queryOptions({
    queryKey: ['audit', 'denials', hub],
    queryFn: ({ signal }) => listAudit({ hub, outcome: 'denied', limit: SHOWN }, signal),
  })
