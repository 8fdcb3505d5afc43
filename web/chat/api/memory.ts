import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { eraseMemory, listMemory, restoreMemory } from '#core/agent/memory/contract.ts'
import { call } from './client.ts'

/** More than an agent keeps about a person. */
const ALL = 200

const notesKey = (hub: string) => ['memory', hub] as const

/** The current notes of an agent about the person, which may have changed since an earlier answer. */
export const useNotes = (hub: string) =>
  useQuery({
    queryKey: notesKey(hub),
    queryFn: async ({ signal }) => (await call(listMemory, { query: { hub, limit: ALL }, signal })).items,
    refetchOnMount: 'always',
    retry: false,
  })

interface ForgetOptions {
  onForgotten(restore: () => void): void
  onError(error: unknown): void
}

export function useForget(hub: string, { onForgotten, onError }: ForgetOptions) {
  const client = useQueryClient()
  const onSettled = () => client.invalidateQueries({ queryKey: notesKey(hub) })
  const restore = useMutation({
    mutationFn: (undo: string) => call(restoreMemory, { body: { hub, undo } }),
    onError,
    onSettled,
  })
  return useMutation({
    mutationFn: (id: string) => call(eraseMemory, { body: { hub, id } }),
    onSuccess: ({ undo }) => onForgotten(() => undo !== null && restore.mutate(undo)),
    onError,
    onSettled,
  })
}
