import { request } from './client.ts'

/** Where a connection journey stands. */
export interface JourneyStatus {
  state: 'waiting' | 'started' | 'connected' | 'failed' | 'cancelled' | 'expired'
}

export const readJourneyStatus = (id: string, signal?: AbortSignal) =>
  request<JourneyStatus>(`/portal/connect/${encodeURIComponent(id)}/status`, { signal })
