import type { AccessChange } from '#core/audit/access-changes.ts'
import type { InboxAction } from './event-actions.ts'

export interface Recorded {
  actor: string
  request: string | null
}

interface Done extends Pick<AccessChange, 'at' | 'after'> {
  hub: string
  action: InboxAction | 'test' | 'release_all' | 'take_back'
  by: Recorded
}

export const inboxChange = ({ hub, at, action, after, by: { actor, request } }: Done): AccessChange => ({
  at,
  actor,
  action: `inbox.${action}`,
  subject: null,
  hub,
  permission: null,
  before: null,
  after,
  reason: null,
  request,
  revision: null,
})
