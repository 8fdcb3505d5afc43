import type { ChangeRequestView } from '#features/changes/schema.ts'
import { request } from './client.ts'

/** A change request of the person; the Console's pages have the rest of it. */
export const readChangeRequest = (id: string, signal?: AbortSignal) =>
  request<Pick<ChangeRequestView, 'state' | 'result'>>(
    `/portal/api/change-requests/${encodeURIComponent(id)}`,
    {
      signal: signal ?? null,
    },
  )
