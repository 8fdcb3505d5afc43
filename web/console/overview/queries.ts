import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { readOverview } from '#core/access/contract.ts'
import { listAudit } from '#core/audit/contract.ts'
import { listInboxEndpoints } from '#core/inbox/contract.ts'
import { readSummary } from '#core/usage/contract.ts'
import { readClientSettings, updateClientSettings } from '#chatapp/accounts/own-record/contract.ts'
import { listAttention } from '#features/attention/contract.ts'
import { toast } from '../../ui/toast.tsx'
import { call, errorText } from '../kit/api.ts'
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

/** The web chat's server stores this setting per account, so that it applies in every browser of the person. */
export const firstStepsQuery = queryOptions({
  queryKey: ['client-settings'],
  queryFn: async ({ signal }) => {
    const settings = await call(readClientSettings, { signal })
    return { isPutAway: settings?.[PUT_AWAY] === true }
  },
  staleTime: Infinity,
})

const PUT_AWAY = 'console_first_steps_put_away'

export function usePutAway() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(updateClientSettings, { body: { [PUT_AWAY]: true } }),
    onSuccess: () => client.setQueryData(firstStepsQuery.queryKey, { isPutAway: true }),
    onError: (error) => toast({ text: errorText(error), failure: true }),
  })
}

export const inboxQuery = queryOptions({
  queryKey: ['inbox'],
  queryFn: ({ signal }) => call(listInboxEndpoints, { signal }),
  refetchInterval: 30_000,
})
