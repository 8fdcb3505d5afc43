import type { ChangeRequestView } from '#features/changes/schema.ts'
import { request } from './client.ts'

/** The type has only the fields that a card needs. The Console shows all fields. */
export const readChangeRequest = (id: string, signal?: AbortSignal) =>
  request<Pick<ChangeRequestView, 'state' | 'result'>>(
    `/portal/api/change-requests/${encodeURIComponent(id)}`,
    {
      signal: signal ?? null,
    },
  )
