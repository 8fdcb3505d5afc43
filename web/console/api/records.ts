import type { z } from 'zod'
import type {
  AccessChangesPage as AccessChangesSchema,
  AuditPage as AuditSchema,
} from '#core/audit/schema.ts'
import type { Period, Summary } from '#core/usage/schema.ts'
import { get } from './client.ts'

export type AuditPage = z.infer<typeof AuditSchema>
export type AccessChangesPage = z.infer<typeof AccessChangesSchema>

interface SpanFilter {
  hub?: string | undefined
  user?: string | undefined
  since?: string | undefined
  until?: string | undefined
  offset?: number
  limit?: number
}

export interface AuditFilter extends SpanFilter {
  outcome?: string | undefined
  tool?: string | undefined
  surface?: string | undefined
}

export interface AccessChangesFilter extends SpanFilter {
  actor?: string | undefined
  action?: string | undefined
}

export const listAudit = (filter: AuditFilter, signal?: AbortSignal) =>
  get<AuditPage>('/audit', { ...filter }, signal)

export const listAccessChanges = (filter: AccessChangesFilter, signal?: AbortSignal) =>
  get<AccessChangesPage>('/access-changes', { ...filter }, signal)

export interface SummaryFilter {
  period: Period
  /** Default: all Hubs that the viewer manages. */
  hub?: string | undefined
}

export const readSummary = (filter: SummaryFilter, signal?: AbortSignal) =>
  get<Summary>('/summary', { ...filter }, signal)
