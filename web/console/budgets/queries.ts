import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { BodyOf } from '#ground/api/contract.ts'
import { changeBudget } from '#core/usage/contract.ts'
import { call } from '../api/client.ts'
import { budgetsQuery } from '../queries.ts'

/** Set or remove one budget of a Hub. */
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
