import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { QueryOf } from '#ground/api/contract.ts'
import { deleteArtifact, listArtifacts } from '#features/artifacts/contract.ts'
import { artifactKey, ARTIFACTS } from '../../ui/artifacts/queries.ts'
import { notifyTabs } from '../../ui/tabs.ts'
import { call } from '../kit/api.ts'

export const artifactsQuery = (filter: QueryOf<typeof listArtifacts>) =>
  queryOptions({
    queryKey: [...ARTIFACTS, filter],
    queryFn: ({ signal }) => call(listArtifacts, { query: filter, signal }),
    placeholderData: keepPreviousData,
  })

export function useDelete(onDeleted: (id: string) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(deleteArtifact, { params: { id } }),
    onSuccess: async (_, id) => {
      onDeleted(id)
      notifyTabs()
      client.removeQueries({ queryKey: artifactKey(id) })
      await client.invalidateQueries({ queryKey: ARTIFACTS })
    },
  })
}
