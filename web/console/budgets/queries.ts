import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { BodyOf } from '#ground/api/contract.ts'
import { changeBudget, listBudgets } from '#core/usage/contract.ts'
import { call } from '../kit/api.ts'

export const budgetsQuery = (hub: string) =>
  queryOptions({
    queryKey: ['budgets', hub],
    queryFn: ({ signal }) => call(listBudgets, { query: { hub }, signal }),
  })

export function useChangeBudget(hub: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: Omit<BodyOf<typeof changeBudget>, 'hub'>) =>
      call(changeBudget, { body: { ...change, hub } }),
    onSuccess(budgets) {
      client.setQueryData(budgetsQuery(hub).queryKey, budgets)
      void client.invalidateQueries({ queryKey: ['summary'] })
    },
  })
}
