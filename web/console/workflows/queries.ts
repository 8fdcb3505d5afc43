import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { BodyOf } from '#ground/api/contract.ts'
import { listWorkflows, runWorkflow } from '#features/work/runs/contract.ts'
import { afterAct } from '../kit/after-act.ts'
import { call } from '../kit/api.ts'
import { listQuery } from '../kit/list-query.ts'

export const workflowsQuery = listQuery(listWorkflows, ['workflows'], { refetchInterval: 10_000 })

export function useRunNow() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<typeof runWorkflow>) => call(runWorkflow, { body }),
    onSettled: afterAct(() =>
      Promise.all([['workflows'], ['runs']].map((queryKey) => client.invalidateQueries({ queryKey }))),
    ),
  })
}
