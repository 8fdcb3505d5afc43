import type { ChangeRequestView } from '#features/changes/schema.ts'
import { request } from './client.ts'

/** A change request of the person, reduced to the fields of a card. The Console shows all fields. */
export const readChangeRequest = (id: string, signal?: AbortSignal) =>
  request<Pick<ChangeRequestView, 'state' | 'result'>>(
    `/portal/api/change-requests/${encodeURIComponent(id)}`,
    {
      signal: signal ?? null,
    },
  )
