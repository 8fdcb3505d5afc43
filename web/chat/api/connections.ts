import type { JourneyStatus } from '#features/connections/schema.ts'
import { request } from './client.ts'

export const readJourneyStatus = (id: string, signal?: AbortSignal) =>
  request<JourneyStatus>(`/portal/connect/${encodeURIComponent(id)}/status`, { signal: signal ?? null })
