import { useQuery } from '@tanstack/react-query'
import type { ArtifactDetail } from '#features/artifacts/schema.ts'
import { useApi } from '../api.ts'
import { ApiError } from '../call.ts'
import { artifactQuery } from './queries.ts'
import { useArtifactLive, type ArtifactNews } from './use-artifact-live.ts'

export type SeenArtifact =
  | { state: 'open'; artifact: ArtifactDetail; news: ArtifactNews }
  | { state: 'loading' | 'missing' | 'gone' }
  | { state: 'failed'; error: unknown; retry(): void }

export function useArtifact(id: string): SeenArtifact {
  const { call } = useApi()
  const { data, error, refetch } = useQuery(artifactQuery(call, id))
  const isHidden = error instanceof ApiError && (error.status === 403 || error.status === 404)
  const news = useArtifactLive(id, data !== undefined && !isHidden)
  if (news.isGone || (isHidden && data !== undefined)) return { state: 'gone' }
  if (isHidden) return { state: 'missing' }
  if (data !== undefined) return { state: 'open', artifact: data, news }
  return error ? { state: 'failed', error, retry: () => void refetch() } : { state: 'loading' }
}
