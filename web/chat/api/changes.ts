import type { ChangeRequestView } from '#features/changes/schema.ts'
import { request } from './client.ts'

/** Reduced to the fields of a card; the Console shows all fields. */
export const readChangeRequest = (id: string, signal?: AbortSignal) =>
  request<Pick<ChangeRequestView, 'state' | 'result'>>(
    `/portal/api/change-requests/${encodeURIComponent(id)}`,
    {
      signal: signal ?? null,
    },
  )
