import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { listWorkflows, runNow } from '../api/runs.ts'

export const workflowsQuery = (filter: { hub?: string | undefined; offset: number; limit: number }) =>
  queryOptions({
    queryKey: ['workflows', filter],
    queryFn: ({ signal }) => listWorkflows(filter, signal),
    placeholderData: keepPreviousData,
    refetchInterval: 10_000,
  })

export function useRunNow() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: runNow,
    onSettled: () =>
      Promise.all([['workflows'], ['runs']].map((queryKey) => client.invalidateQueries({ queryKey }))),
  })
}
