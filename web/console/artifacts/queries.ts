import {
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query'
import type { BodyOf, QueryOf } from '#ground/api/contract.ts'
import {
  changeLink,
  deleteArtifact,
  findCandidates,
  listArtifacts,
  readArtifact,
  shareArtifact,
} from '#features/artifacts/contract.ts'
import type { ArtifactDetail, ArtifactView } from '#features/artifacts/schema.ts'
import { tellTabs } from '../../ui/tabs.ts'
import { call } from '../kit/api.ts'

export const artifactsQuery = (filter: QueryOf<typeof listArtifacts>) =>
  queryOptions({
    queryKey: ['artifacts', filter],
    queryFn: ({ signal }) => call(listArtifacts, { query: filter, signal }),
    placeholderData: keepPreviousData,
  })

export const artifactQuery = (id: string) =>
  queryOptions({
    queryKey: ['artifact', id],
    queryFn: ({ signal }) => call(readArtifact, { params: { id }, signal }),
  })

/** People and groups that an artifact may be shared with, from two letters on. */
export const candidatesQuery = (id: string, q: string) =>
  queryOptions({
    queryKey: ['artifact-candidates', id, q],
    queryFn: ({ signal }) => call(findCandidates, { params: { id }, query: { q }, signal }),
    enabled: q.length > 1,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })

/** What is known of an artifact changed: those who look see it at once. */
function note(client: QueryClient, id: string, change: Partial<ArtifactView>): void {
  client.setQueryData(
    artifactQuery(id).queryKey,
    (before: ArtifactDetail | undefined) => before && { ...before, ...change },
  )
  void client.invalidateQueries({ queryKey: ['artifacts'] })
  tellTabs()
}

export function useShare(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<typeof shareArtifact>) => call(shareArtifact, { params: { id }, body }),
    onSuccess: ({ audience }) => note(client, id, { audience }),
  })
}

export function useCreateLink(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (days: number) => call(changeLink, { params: { id }, body: { action: 'create', days } }),
    onSuccess: ({ link }) => note(client, id, { link }),
  })
}

export function useRevokeLink(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(changeLink, { params: { id }, body: { action: 'revoke' } }),
    onSuccess: ({ link }) => note(client, id, { link }),
  })
}

export function useDelete(onDeleted: (id: string) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(deleteArtifact, { params: { id } }),
    onSuccess: async (_, id) => {
      onDeleted(id)
      tellTabs()
      client.removeQueries({ queryKey: artifactQuery(id).queryKey })
      await client.invalidateQueries({ queryKey: ['artifacts'] })
    },
  })
}
