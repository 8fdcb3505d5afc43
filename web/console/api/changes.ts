import type { ChangeRequestPage, ChangeRequestView, ChangeState } from '#features/changes/schema.ts'
import { get, post } from './client.ts'

export interface ChangesFilter {
  state?: ChangeState | undefined
  offset?: number
  limit?: number
}

export const listChanges = (filter: ChangesFilter, signal?: AbortSignal) =>
  get<ChangeRequestPage>('/change-requests', { ...filter }, signal)

export const readChange = (id: string, signal?: AbortSignal) =>
  get<ChangeRequestView>(`/change-requests/${encodeURIComponent(id)}`, {}, signal)

export const confirmChange = (id: string, form: { plan_hash: string; password?: string }) =>
  post<ChangeRequestView>(`/change-requests/${encodeURIComponent(id)}/confirm`, form)

export const rejectChange = (id: string) =>
  post<ChangeRequestView>(`/change-requests/${encodeURIComponent(id)}/reject`, {})
