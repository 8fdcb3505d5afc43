import {
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query'
import type { ArtifactDetail, ArtifactView } from '#features/artifacts/schema.ts'
import {
  createLink,
  deleteArtifact,
  findCandidates,
  listArtifacts,
  readArtifact,
  revokeLink,
  shareWith,
  type ArtifactFilter,
} from './api.ts'

export const artifactsQuery = (filter: ArtifactFilter) =>
  queryOptions({
    queryKey: ['artifacts', filter],
    queryFn: ({ signal }) => listArtifacts(filter, signal),
    placeholderData: keepPreviousData,
  })

export const artifactQuery = (id: string) =>
  queryOptions({ queryKey: ['artifact', id], queryFn: ({ signal }) => readArtifact(id, signal) })

/** People and groups that an artifact may be shared with, from two letters on. */
export const candidatesQuery = (id: string, q: string) =>
  queryOptions({
    queryKey: ['artifact-candidates', id, q],
    queryFn: ({ signal }) => findCandidates(id, q, signal),
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
}

export function useShare(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (audience: Parameters<typeof shareWith>[1]) => shareWith(id, audience),
    onSuccess: ({ audience }) => note(client, id, { audience }),
  })
}

export function useCreateLink(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (days: number) => createLink(id, days),
    onSuccess: ({ link }) => note(client, id, { link }),
  })
}

export function useRevokeLink(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => revokeLink(id),
    onSuccess: ({ link }) => note(client, id, { link }),
  })
}

export function useDelete(onDeleted: (id: string) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: deleteArtifact,
    onSuccess: async (_, id) => {
      onDeleted(id)
      client.removeQueries({ queryKey: artifactQuery(id).queryKey })
      await client.invalidateQueries({ queryKey: ['artifacts'] })
    },
  })
}
