import { queryOptions } from '@tanstack/react-query'
import { readOverview } from '#core/access/contract.ts'
import { listAudit } from '#core/audit/contract.ts'
import { listInboxEndpoints } from '#core/inbox/contract.ts'
import { listHubStates } from '#core/serving/contract.ts'
import { readSummary } from '#core/usage/contract.ts'
import { listChangeRequests } from '#features/changes/contract.ts'
import { listPeople } from '#features/people/contract.ts'
import { listRuns } from '#features/work/runs/contract.ts'
import { call } from '../kit/api.ts'
import { listQuery } from '../kit/list-query.ts'

export const summaryQuery = listQuery(readSummary, ['summary'], { refetchInterval: 60_000 })

export const countsQuery = queryOptions({
  queryKey: ['counts'],
  queryFn: ({ signal }) => call(readOverview, { signal }),
})

const SHOWN = 6

export const denialsQuery = (hub: string | undefined) =>
  queryOptions({
    queryKey: ['audit', 'denials', hub],
    queryFn: ({ signal }) => call(listAudit, { query: { hub, outcome: 'denied', limit: SHOWN }, signal }),
  })

/** Separate queries, so that the failure of one does not hide the others. */
export const waitingChangesQuery = queryOptions({
  queryKey: ['changes', 'waiting'],
  queryFn: ({ signal }) => call(listChangeRequests, { query: { state: 'proposed', limit: 1 }, signal }),
})

export const waitingPeopleQuery = queryOptions({
  queryKey: ['people', 'waiting'],
  queryFn: ({ signal }) => call(listPeople, { query: { status: 'pending', limit: 1 }, signal }),
})

export const hubStatesQuery = queryOptions({
  queryKey: ['hub-states', 'all'],
  queryFn: ({ signal }) => call(listHubStates, { query: { limit: MAX_HUBS }, signal }),
  refetchInterval: 30_000,
})

export const inboxQuery = queryOptions({
  queryKey: ['inbox'],
  queryFn: ({ signal }) => call(listInboxEndpoints, { signal }),
  refetchInterval: 30_000,
})

/** @param since ISO 8601. Must not change while the page is open, because the query key contains it. */
export const failedRunsQuery = (hub: string | undefined, since: string) =>
  queryOptions({
    queryKey: ['runs', 'failed', hub, since],
    queryFn: ({ signal }) => call(listRuns, { query: { hub, status: 'failed', since, limit: 1 }, signal }),
    refetchInterval: 60_000,
  })

const MAX_HUBS = 200
