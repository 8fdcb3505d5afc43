import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listAccess, listHubs } from '#core/access/contract.ts'
import type { QueryOf } from '#ground/api/contract.ts'
import { listHubStates } from '#core/serving/contract.ts'
import { listModelUse, readSummary } from '#core/usage/contract.ts'
import { listTraces } from '#core/traces/contract.ts'
import { listChannelSetups } from '#features/messaging/setup/contract.ts'
import { listRuns } from '#features/work/runs/contract.ts'
import { call } from '../kit/api.ts'
import { count } from '../kit/numbers.ts'
import { listQuery } from '../kit/list-query.ts'

export const hubsQuery = listQuery(listHubs, ['hubs'])

/** Polled, because a process that dies sends no event. */
export const hubStatesQuery = (page: QueryOf<typeof listHubStates>) =>
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

export const channelSetupsQuery = (hub: string) =>
  queryOptions({
    queryKey: ['channel-setups', hub],
    queryFn: ({ signal }) => call(listChannelSetups, { query: { hub }, signal }),
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

const FAILURE_SPAN_MS = 30 * 24 * 3_600_000

/** The number of failed runs, and the number of traces with failed spans, in the last 30 days. */
export const failuresQuery = (hub: string) =>
  queryOptions({
    queryKey: ['failures', hub],
    async queryFn({ signal }) {
      const since = new Date(Date.now() - FAILURE_SPAN_MS).toISOString()
      const [runs, traces] = await Promise.all([
        call(listRuns, { query: { hub, status: 'failed', since, limit: 1 }, signal }),
        call(listTraces, { query: { hub, state: 'failed', since, limit: 1 }, signal }),
      ])
      return { runs: countOf(runs), traces: countOf(traces) }
    },
    refetchInterval: 60_000,
  })

const countOf = ({ total, total_is_exact: isExact }: { total: number; total_is_exact: boolean }): string =>
  `${count(total)}${isExact ? '' : '+'}`

export const accessQuery = listQuery(listAccess, ['access'])
