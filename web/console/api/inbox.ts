import type {
  InboxChanged,
  InboxEndpoints,
  InboxEventDetail,
  InboxEventsPage,
  InboxState,
  InboxTested,
} from '#core/inbox/schema.ts'
import { address, get, post } from './client.ts'

export interface InboxFilter {
  hub: string
  endpoint?: string
  state?: InboxState | undefined
  offset?: number
  limit?: number
}

export const readEndpoints = (hub: string | undefined, signal?: AbortSignal) =>
  get<InboxEndpoints>('/inbox', { hub }, signal)

export const listEvents = (filter: InboxFilter, signal?: AbortSignal) =>
  get<InboxEventsPage>('/inbox/events', { ...filter }, signal)

export const readEvent = (hub: string, event: string, signal?: AbortSignal) =>
  get<InboxEventDetail>(`/inbox/events/${encodeURIComponent(event)}`, { hub }, signal)

export type InboxAct = 'replay' | 'release' | 'quarantine'

export const actOnEvents = ({ act, ...change }: { act: InboxAct; hub: string; events: readonly string[] }) =>
  post<InboxChanged>(`/inbox/${act}`, change)

export const sendTest = (test: {
  hub: string
  endpoint: string
  body: string
  query: string
  content_type: string
}) => post<InboxTested>('/inbox/test', test)

export const liveAddress = (hub: string) => address('/inbox/live', { hub })
