import { useMutation, useQueryClient } from '@tanstack/react-query'
import { deleteArtifact, listArtifacts } from '#features/artifacts/contract.ts'
import { artifactKey, ARTIFACTS } from '../../ui/artifacts/queries.ts'
import { notifyTabs } from '../../ui/tabs.ts'
import { call } from '../kit/api.ts'
import { listQuery } from '../kit/list-query.ts'

export const artifactsQuery = listQuery(listArtifacts, ARTIFACTS)

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
