import { useMutation, useQueryClient } from '@tanstack/react-query'
import { changeBudget, type BudgetChange } from '../api/budgets.ts'
import { budgetsQuery } from '../queries.ts'

/** Set or remove one budget of a Hub. */
export function useChangeBudget(hub: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: Omit<BudgetChange, 'hub'>) => changeBudget({ ...change, hub }),
    onSuccess(budgets) {
      client.setQueryData(budgetsQuery(hub).queryKey, budgets)
      void client.invalidateQueries({ queryKey: ['summary'] })
    },
  })
}
