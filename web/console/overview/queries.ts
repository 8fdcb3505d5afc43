import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Period } from '#usage/schema.ts'
import { readCounts } from '../api/access.ts'
import { listAudit, readSummary } from '../api/records.ts'

export const summaryQuery = (period: Period) =>
  queryOptions({
    queryKey: ['summary', period],
    queryFn: ({ signal }) => readSummary(period, signal),
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
