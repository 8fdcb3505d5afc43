import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { BodyOf } from '#ground/api/contract.ts'
import { changeLink, readArtifact, restoreVersion, shareArtifact } from '#features/artifacts/contract.ts'
import type { ArtifactDetail, ArtifactView } from '#features/artifacts/schema.ts'
import { useApi } from '../api.ts'
import type { CallRoute } from '../call.ts'
import { notifyTabs } from '../tabs.ts'

export const ARTIFACTS = ['artifacts'] as const

export const artifactKey = (id: string) => ['artifact', id] as const

export const artifactQuery = (call: CallRoute, id: string) =>
  queryOptions({
    queryKey: artifactKey(id),
    queryFn: ({ signal }) => call(readArtifact, { params: { id }, signal }),
  })

function note(client: QueryClient, id: string, change: Partial<ArtifactView>): void {
  client.setQueryData(
    artifactKey(id),
    (before: ArtifactDetail | undefined) => before && { ...before, ...change },
  )
  void client.invalidateQueries({ queryKey: ARTIFACTS })
  notifyTabs()
}

export function useShare(id: string) {
  const client = useQueryClient()
  const { call } = useApi()
  return useMutation({
    mutationFn: (body: BodyOf<typeof shareArtifact>) => call(shareArtifact, { params: { id }, body }),
    onSuccess: ({ audience }) => note(client, id, { audience }),
  })
}

export function useRestore(id: string) {
  const client = useQueryClient()
  const { call } = useApi()
  return useMutation({
    mutationFn: (version: number) => call(restoreVersion, { params: { id }, body: { version } }),
    async onSuccess() {
      await client.invalidateQueries({ queryKey: artifactKey(id) })
      note(client, id, {})
    },
  })
}

export function useCreateLink(id: string) {
  const client = useQueryClient()
  const { call } = useApi()
  return useMutation({
    mutationFn: (days: number) => call(changeLink, { params: { id }, body: { action: 'create', days } }),
    onSuccess: ({ link }) => note(client, id, { link }),
  })
}

export function useRevokeLink(id: string) {
  const client = useQueryClient()
  const { call } = useApi()
  return useMutation({
    mutationFn: () => call(changeLink, { params: { id }, body: { action: 'revoke' } }),
    onSuccess: ({ link }) => note(client, id, { link }),
  })
}
