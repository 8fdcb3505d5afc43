import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { BodyOf } from '#ground/api/contract.ts'
import {
  answerChangeRequest,
  confirmChangeRequest,
  editChangeRequest,
  listChangeRequests,
  proposeChangeAgain,
  readChangeRequest,
  rejectChangeRequest,
} from '#features/changes/contract.ts'
import type { ChangeRequestView } from '#features/changes/schema.ts'
import { afterAct } from '../kit/after-act.ts'
import { call } from '../kit/api.ts'
import { listQuery } from '../kit/list-query.ts'

export const changesQuery = listQuery(listChangeRequests, ['changes'])

export const changeQuery = (id: string) =>
  queryOptions({
    queryKey: ['change', id],
    queryFn: ({ signal }) => call(readChangeRequest, { params: { id }, signal }),
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data) ? 1000 : false),
  })

const isUnderWay = ({ state, result }: ChangeRequestView): boolean =>
  state === 'confirmed' && (result === null || result.outcome === 'running')

/**
 * True if a change of access or of an account was confirmed but has no result yet. The person may confirm it again.
 */
export const isUnapplied = ({ kind, state, result }: ChangeRequestView): boolean =>
  kind !== 'tool_call' && state === 'confirmed' && result === null

export function useConfirm(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<typeof confirmChangeRequest>) =>
      call(confirmChangeRequest, { params: { id }, body }),
    onSettled: afterAct(() => client.invalidateQueries()),
  })
}

/** Calls `onProposed` also if the reloaded request has removed the button meanwhile. */
export function useProposeAgain(id: string, onProposed: (next: ChangeRequestView) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(proposeChangeAgain, { params: { id } }),
    onSuccess: onProposed,
    onSettled: () => client.invalidateQueries(),
  })
}

export function useReject(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (reason: string) => call(rejectChangeRequest, { params: { id }, body: { reason } }),
    onSettled: afterAct(() => client.invalidateQueries()),
  })
}

export function useEdit(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<typeof editChangeRequest>) => call(editChangeRequest, { params: { id }, body }),
    onSettled: afterAct(() => client.invalidateQueries()),
  })
}

export function useAnswer(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<typeof answerChangeRequest>) =>
      call(answerChangeRequest, { params: { id }, body }),
    onSettled: afterAct(() => client.invalidateQueries()),
  })
}
