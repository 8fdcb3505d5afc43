import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { eraseMemory, listMemory } from '../api/memory.ts'

export const memoryQuery = (page: { offset: number; limit: number }) =>
  queryOptions({
    queryKey: ['memory', page],
    queryFn: ({ signal }) => listMemory(page, signal),
    placeholderData: keepPreviousData,
  })

export function useErase(onSuccess: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: eraseMemory,
    onSuccess,
    onSettled: () => client.invalidateQueries({ queryKey: ['memory'] }),
  })
}
