import type { EpochMs } from '#ground/base/clock.ts'
import type { Permission } from './permission.ts'

export type PolicyRefusal =
  | {
      code: 'outside_ceiling'
      hub: string
      permission: Permission | null
      /** End of the actor's own permission, which limits the grant. Absent: the actor lacks the permission. */
      until?: EpochMs
    }
  | { code: 'forbidden'; reason: 'organization_admin_only' | 'blocked' }
  | { code: 'not_found'; hub: string }
  | { code: 'legacy'; hub: string }
  | { code: 'revision_conflict'; hub: string; expected: number; current: number }
  | { code: 'last_admin' }
  | { code: 'everyone_refused' }
  | { code: 'invalid'; field: string; message: string }

export function describePolicyRefusal(refusal: PolicyRefusal): string {
  switch (refusal.code) {
    case 'outside_ceiling':
      if (refusal.until !== undefined)
        return `You have ${refusal.permission} on ${nameOf(refusal.hub)} until ${timeOf(refusal.until)} yourself, so you cannot grant it for longer.`
      return refusal.permission === null
        ? `You do not manage the access of ${nameOf(refusal.hub)}.`
        : `You do not have ${refusal.permission} on ${nameOf(refusal.hub)} yourself, so you cannot grant or revoke it.`
    case 'forbidden':
      return FORBIDDEN[refusal.reason]
    case 'not_found':
      return `There is no Hub called ${refusal.hub}.`
    case 'legacy':
      return `The access of ${refusal.hub} is decided by web chat groups, so it cannot be changed here.`
    case 'revision_conflict':
      return (
        `The access of ${nameOf(refusal.hub)} was changed meanwhile ` +
        `(revision ${refusal.current}, expected ${refusal.expected}). Nothing was changed.`
      )
    case 'last_admin':
      return 'This is the last organization administrator. Make another person an organization administrator first.'
    case 'everyone_refused':
      return 'Access can no longer be granted to everyone signed in (*). Grant it to individual people.'
    case 'invalid':
      return refusal.message
  }
}

const FORBIDDEN = {
  organization_admin_only: 'Only an organization administrator may do this.',
  blocked: 'You are blocked.',
}

const timeOf = (at: EpochMs): string => new Date(at).toISOString()

const nameOf = (hub: string): string => (hub === '*' ? 'the organization' : hub)
