import type { z } from 'zod'
import type {
  AccessPage as AccessPageSchema,
  ApplyRequest as ApplyRequestSchema,
  Changed,
  Explanation,
  HubMode,
  HubsPage as HubsPageSchema,
  Overview,
  PermissionCatalog,
} from '#core/access/schema.ts'
import type { SyncView } from '#features/people/schema.ts'
import { get, post } from './client.ts'

/** In the place of a Hub: the organization. Its grants count on every Hub. */
export const ORGANIZATION = '*'

export type HubsPage = z.infer<typeof HubsPageSchema>
export type AccessPage = z.infer<typeof AccessPageSchema>
export type ApplyRequest = z.input<typeof ApplyRequestSchema>

export interface AccessFilter {
  hub: string
  q?: string | undefined
  offset?: number
  limit?: number
}

export const listHubs = (page: { offset?: number; limit?: number }, signal?: AbortSignal) =>
  get<HubsPage>('/hubs', page, signal)

export const readCatalog = (hub: string, signal?: AbortSignal) =>
  get<PermissionCatalog>('/permissions', { hub }, signal)

export const listAccess = (filter: AccessFilter, signal?: AbortSignal) =>
  get<AccessPage>('/access', { ...filter }, signal)

export const explain = (
  question: { subject: string; hub: string; permission: string },
  signal?: AbortSignal,
) => get<Explanation>('/access/explain', question, signal)

export const readCounts = (signal?: AbortSignal) => get<Overview>('/overview', {}, signal)

/** All or nothing: the changes of one person's access on one Hub. */
export const applyAccess = (form: ApplyRequest) => post<Changed>('/access/apply', form)

/** Let the Console, or web chat groups, decide about a Hub. */
export const setManaged = (hub: string, managed: boolean) =>
  post<HubMode>(`/hubs/${encodeURIComponent(hub)}/${managed ? 'manage' : 'unmanage'}`, {})

/** Show each person in the web chat the Hubs they may use. */
export const sync = () => post<SyncView>('/sync', {})
