import { queryOptions } from '@tanstack/react-query'
import { readOverview } from '#core/access/contract.ts'
import { listAudit } from '#core/audit/contract.ts'
import { listInboxEndpoints } from '#core/inbox/contract.ts'
import { readSummary } from '#core/usage/contract.ts'
import { listAttention } from '#features/attention/contract.ts'
import { call } from '../kit/api.ts'
import { clientSettingsQuery, useClientSettings } from '../kit/client-settings.ts'
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

export const attentionQuery = (hub: string | undefined) =>
  queryOptions({
    queryKey: ['attention', hub],
    queryFn: ({ signal }) => call(listAttention, { query: { hub }, signal }),
    refetchInterval: 30_000,
  })

const PUT_AWAY = 'console_first_steps_put_away'

export const firstStepsQuery = queryOptions({
  ...clientSettingsQuery,
  select: (settings) => ({ isPutAway: settings[PUT_AWAY] === true }),
})

export function usePutAway() {
  const { mutate, isPending } = useClientSettings()
  return { isPending, mutate: () => mutate({ [PUT_AWAY]: true }) }
}

export const inboxQuery = queryOptions({
  queryKey: ['inbox'],
  queryFn: ({ signal }) => call(listInboxEndpoints, { signal }),
  refetchInterval: 30_000,
})
