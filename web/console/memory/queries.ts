import { useMutation, useQueryClient } from '@tanstack/react-query'
import { changeMemory, eraseMemory, listMemory, restoreMemory } from '#core/agent/memory/contract.ts'
import type { MemoryNote } from '#core/agent/memory/schema.ts'
import type { BodyOf } from '#ground/api/contract.ts'
import { toast } from '../../ui/toast.tsx'
import { afterAct } from '../kit/after-act.ts'
import { call, errorText } from '../kit/api.ts'
import { listQuery } from '../kit/list-query.ts'
import { memory } from './messages.ts'

export const memoryQuery = listQuery(listMemory, ['memory'])

function useReadAgain() {
  const client = useQueryClient()
  return afterAct(() => client.invalidateQueries({ queryKey: ['memory'] }))
}

const onError = (error: unknown) => toast({ text: errorText(error), failure: true })

export function useErase() {
  const onSettled = useReadAgain()
  const restore = useMutation({
    mutationFn: (body: BodyOf<typeof restoreMemory>) => call(restoreMemory, { body }),
    onSuccess: () => toast({ text: memory.restored }),
    onError,
    onSettled,
  })
  return useMutation({
    mutationFn: ({ id, hub }: Pick<MemoryNote, 'id' | 'hub'>) => call(eraseMemory, { body: { id, hub } }),
    onSuccess: ({ undo }, { hub }) =>
      toast({
        text: memory.erased,
        ...(undo && { action: { label: memory.undo, run: () => restore.mutate({ hub, undo }) } }),
      }),
    onError,
    onSettled,
  })
}

export const useEraseAll = (onSuccess: () => void) =>
  useMutation({
    mutationFn: (hub: string) => call(eraseMemory, { body: { hub } }),
    onSuccess,
    onError,
    onSettled: useReadAgain(),
  })

/** The caller shows the error beside the text. */
export const useChange = (onSuccess: () => void) =>
  useMutation({
    mutationFn: (body: BodyOf<typeof changeMemory>) => call(changeMemory, { body }),
    onSuccess,
    onSettled: useReadAgain(),
  })
