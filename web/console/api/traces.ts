import type { z } from 'zod'
import type { TraceDetail, TracesPage as TracesSchema } from '#core/traces/schema.ts'
import { get } from './client.ts'

export type TracesPage = z.infer<typeof TracesSchema>

export interface TracesFilter {
  hub?: string | undefined
  chat?: string | undefined
  run?: string | undefined
  state?: string | undefined
  since?: string | undefined
  until?: string | undefined
  offset?: number
  limit?: number
}

export const listTraces = (filter: TracesFilter, signal?: AbortSignal) =>
  get<TracesPage>('/traces', { ...filter }, signal)

export const readTrace = (id: string, signal?: AbortSignal) =>
  get<TraceDetail>(`/traces/${encodeURIComponent(id)}`, {}, signal)
