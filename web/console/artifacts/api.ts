import type {
  ArtifactCandidates,
  ArtifactDetail,
  ArtifactPage,
  ArtifactView,
  AudienceKind,
  LinkAnswer,
  PreviewKind,
} from '#features/artifacts/schema.ts'
import { request } from '../api/client.ts'

export interface ArtifactFilter {
  view: 'mine' | 'shared'
  hub?: string | undefined
  q?: string | undefined
  preview?: PreviewKind | undefined
  limit: number
  offset: number
}

const BASE = '/portal/artifacts'
const addressOf = (id: string, rest = '') => `${BASE}/api/${encodeURIComponent(id)}${rest}`

export const viewerAddress = (id: string) => `${BASE}/${encodeURIComponent(id)}`
export const contentAddress = (id: string, version: number) =>
  `${viewerAddress(id)}/content?version=${version}`
export const downloadAddress = (id: string, version: number) =>
  `${viewerAddress(id)}/download?version=${version}`
export const liveAddress = (id: string) => addressOf(id, '/live')

export function listArtifacts(filter: ArtifactFilter, signal?: AbortSignal): Promise<ArtifactPage> {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(filter))
    if (value !== undefined && value !== '') search.set(name, String(value))
  return request(`${BASE}/api?${search}`, { signal: signal ?? null })
}

export const readArtifact = (id: string, signal?: AbortSignal) =>
  request<ArtifactDetail>(addressOf(id), { signal: signal ?? null })

export const findCandidates = (id: string, q: string, signal?: AbortSignal) =>
  request<ArtifactCandidates>(`${addressOf(id, '/candidates')}?${new URLSearchParams({ q })}`, {
    signal: signal ?? null,
  })

export const shareWith = (
  id: string,
  audience: { kind: AudienceKind; people: readonly string[]; groups: readonly string[] },
) => post<ArtifactView>(addressOf(id, '/audience'), audience)

export const createLink = (id: string, days: number) =>
  post<Required<LinkAnswer>>(addressOf(id, '/link'), { action: 'create', days })

export const revokeLink = (id: string) => post<LinkAnswer>(addressOf(id, '/link'), { action: 'revoke' })

export const deleteArtifact = (id: string) => request<{ deleted: true }>(addressOf(id), { method: 'DELETE' })

const post = <Answer>(url: string, body: unknown): Promise<Answer> =>
  request(url, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
