import { useMutation, useQueryClient } from '@tanstack/react-query'
import { eraseMemory, listMemory } from '#core/agent/memory/contract.ts'
import type { BodyOf } from '#ground/api/contract.ts'
import { afterAct } from '../kit/after-act.ts'
import { call } from '../kit/api.ts'
import { listQuery } from '../kit/list-query.ts'

export const memoryQuery = listQuery(listMemory, ['memory'])

export function useErase(onSuccess: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<typeof eraseMemory>) => call(eraseMemory, { body }),
    onSuccess,
    onSettled: afterAct(() => client.invalidateQueries({ queryKey: ['memory'] })),
  })
}
