import type { ChangeRequestView } from '#features/changes/schema.ts'
import { request } from './client.ts'

export const readChangeRequest = (id: string, signal?: AbortSignal) =>
  request<Pick<ChangeRequestView, 'state' | 'result'>>(
    `/portal/api/change-requests/${encodeURIComponent(id)}`,
    {
      signal: signal ?? null,
    },
  )
