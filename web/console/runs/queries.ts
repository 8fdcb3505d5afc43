import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { BodyOf } from '#ground/api/contract.ts'
import { deliverAgain, listDeliveries } from '#features/messaging/contract.ts'
import { cancelRun, listRuns, readRun, repeatRun, watchRun } from '#features/work/runs/contract.ts'
import type { RunDetail, RunOutput } from '#features/work/runs/schema.ts'
import { toast } from '../../ui/toast.tsx'
import { afterAct } from '../kit/after-act.ts'
import { call, errorText } from '../kit/api.ts'
import { listQuery } from '../kit/list-query.ts'
import { useLive } from '../../ui/live.ts'
import { runs } from './messages.ts'

const REST_MS = 10_000

export const runsQuery = listQuery(listRuns, ['runs'])

export const runQuery = (hub: string, id: string) =>
  queryOptions({
    queryKey: ['run', hub, id],
    queryFn: ({ signal }) => call(readRun, { params: { hub, run_id: id }, signal }),
  })

export function useRunLive(hub: string, id: string, isThere: boolean): readonly RunOutput[] | null {
  const client = useQueryClient()
  const [output, setOutput] = useState<readonly RunOutput[] | null>(null)
  const run = { params: { hub, run_id: id } }
  useLive(watchRun, isThere ? run : null, 'run', (live) => {
    if (live.run) client.setQueryData<RunDetail>(runQuery(hub, id).queryKey, live.run)
    // A reconnected stream starts from the beginning, so the reader skips known output.
    setOutput((before) => {
      const last = before?.at(-1)?.seq ?? 0
      const more = live.output.filter(({ seq }) => seq > last)
      return before && more.length === 0 ? before : [...(before ?? []), ...more]
    })
  })
  return output
}

export function useCancel() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<typeof cancelRun>) => call(cancelRun, { body }),
    onSuccess: ({ cancelled }) => toast({ text: cancelled ? runs.cancelAsked : runs.tooLate }),
    onError: (error) => toast({ text: errorText(error), failure: true }),
    onSettled: afterAct(() =>
      Promise.all([['run'], ['runs']].map((queryKey) => client.invalidateQueries({ queryKey }))),
    ),
  })
}

export function useRunAgain() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<typeof repeatRun>) => call(repeatRun, { body }),
    onSuccess: ({ is_new }) => toast({ text: is_new ? runs.againQueued : runs.againThere }),
    onError: (error) => toast({ text: errorText(error), failure: true }),
    onSettled: () =>
      Promise.all([['run'], ['runs']].map((queryKey) => client.invalidateQueries({ queryKey }))),
  })
}

/** Results are delivered only after the run has ended. */
export const deliveriesQuery = (hub: string, id: string, isOver: boolean) =>
  queryOptions({
    queryKey: ['deliveries', hub, id],
    queryFn: ({ signal }) => call(listDeliveries, { query: { hub, run_id: id }, signal }),
    enabled: isOver,
    refetchInterval: ({ state: { data } }) =>
      data?.items.some(({ state }) => state === 'waiting') ? 1000 : REST_MS,
  })

export function useDeliverAgain(hub: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (delivery: string) => call(deliverAgain, { body: { hub, deliveries: [delivery] } }),
    onSuccess: () => toast({ text: runs.againDone }),
    onError: (error) => toast({ text: errorText(error), failure: true }),
    onSettled: afterAct(() => client.invalidateQueries({ queryKey: ['deliveries'] })),
  })
}
