import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { readOverview } from '#core/access/contract.ts'
import type { QueryOf } from '#ground/api/contract.ts'
import { listAudit } from '#core/audit/contract.ts'
import { readSummary } from '#core/usage/contract.ts'
import { call } from '../kit/api.ts'

export const summaryQuery = (filter: QueryOf<typeof readSummary>) =>
  queryOptions({
    queryKey: ['summary', filter],
    queryFn: ({ signal }) => call(readSummary, { query: filter, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  })

export const countsQuery = queryOptions({
  queryKey: ['counts'],
  queryFn: ({ signal }) => call(readOverview, { signal }),
})

const SHOWN = 6

/** The newest refusals. */
export const denialsQuery = (hub: string | undefined) =>
  queryOptions({
    queryKey: ['audit', 'denials', hub],
    queryFn: ({ signal }) => call(listAudit, { query: { hub, outcome: 'denied', limit: SHOWN }, signal }),
  })
