import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ChangeRequestView } from '#features/changes/schema.ts'
import { confirmChange, listChanges, readChange, rejectChange, type ChangesFilter } from '../api/changes.ts'

export const changesQuery = (filter: ChangesFilter) =>
  queryOptions({
    queryKey: ['changes', filter],
    queryFn: ({ signal }) => listChanges(filter, signal),
    placeholderData: keepPreviousData,
  })

export const changeQuery = (id: string) =>
  queryOptions({
    queryKey: ['change', id],
    queryFn: ({ signal }) => readChange(id, signal),
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data) ? 1000 : false),
  })

/** A confirmed call runs a moment later, in the Hub's own process. */
const isUnderWay = ({ kind, state, result }: ChangeRequestView): boolean =>
  kind === 'tool_call' && state === 'confirmed' && (result === null || result.outcome === 'running')

/** Apply exactly the plan that was read. Whatever comes of it, the request is read again. */
export function useConfirm(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (form: { plan_hash: string; password?: string }) => confirmChange(id, form),
    onSettled: () => client.invalidateQueries(),
  })
}

export function useReject(id: string) {
  const client = useQueryClient()
  return useMutation({ mutationFn: () => rejectChange(id), onSettled: () => client.invalidateQueries() })
}
