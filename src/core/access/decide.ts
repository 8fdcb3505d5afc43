import type { EpochMs } from '#ground/base/clock.ts'
import { ORGANIZATION, USE_HUB, type Permission } from './permission.ts'
import type { AccessGrant, PolicySnapshot } from './policy.ts'
import { EVERYONE, isPerson, type Subject } from './subject.ts'

export type AllowReason = 'direct' | 'organization' | 'everyone' | 'group_based'
export type DenyReason = 'blocked' | 'no_identity' | 'no_grant' | 'unknown_hub'

export type PolicyDecision = (
  | { allowed: true; reason: AllowReason; grant: AccessGrant | null }
  | { allowed: false; reason: DenyReason; grant: null }
) & {
  revision: number
}

export interface Asking {
  /** Null when the request names no subject that can hold a grant. */
  subject: Subject | null
  now: EpochMs
}

/**
 * The only rule of access. A block overrides every grant. `manage_access` does not include `use_hub`. A Hub that web
 * chat groups manage is open to all subjects who are not blocked, and the Hub's own grants have no effect.
 * Source: service specification 1.0.1, "Hub access vocabulary", "POST /v1/chat/completions".
 */
export function decide(
  policy: PolicySnapshot,
  { subject, now }: Asking,
  permission: Permission,
): PolicyDecision {
  const revision = policy.hub?.revision ?? 0
  const deny = (reason: DenyReason): PolicyDecision => ({ allowed: false, reason, grant: null, revision })
  if (policy.hub === null) return deny('unknown_hub')
  if (policy.blocked) return deny('blocked')
  if (policy.hub.mode === 'groups' && permission === USE_HUB)
    return { allowed: true, reason: 'group_based', grant: null, revision }
  if (subject === null) return deny('no_identity')
  const counting = countingGrants(policy, { subject, now })
  const best = strongest(counting.filter((grant) => grant.permission === permission))
  return best ? { allowed: true, ...best, revision } : deny('no_grant')
}

export function effectivePermissions(
  policy: PolicySnapshot,
  caller: Counting,
): { permission: Permission; reason: AllowReason; grant: AccessGrant }[] {
  if (policy.hub === null || policy.blocked) return []
  const grants = countingGrants(policy, caller)
  const names = [...new Set(grants.map(({ permission }) => permission))].toSorted()
  return names.map((permission) => ({
    permission,
    ...strongest(grants.filter((grant) => grant.permission === permission))!,
  }))
}

const isOver = ({ expiresAt }: Pick<AccessGrant, 'expiresAt'>, now: EpochMs): boolean =>
  expiresAt !== null && expiresAt <= now

type Counting = Asking & { subject: Subject }

/** Returns the latest expiry of the grants; `Infinity` for a permanent permission, null without the permission. */
export function holdsUntil(policy: PolicySnapshot, caller: Counting, permission: Permission): EpochMs | null {
  if (policy.hub === null || policy.blocked) return null
  const ends = countingGrants(policy, caller)
    .filter((grant) => grant.permission === permission)
    .map(({ expiresAt }) => expiresAt ?? Infinity)
  return ends.length === 0 ? null : Math.max(...ends)
}

const countingGrants = (policy: PolicySnapshot, { subject, now }: Counting): AccessGrant[] =>
  policy.grants.filter((grant) => {
    if (isOver(grant, now)) return false
    if (grant.subject !== subject && !(grant.subject === EVERYONE && isPerson(subject))) return false
    if (grant.hub === ORGANIZATION) return true
    return grant.hub === policy.hub!.hub && policy.hub!.mode === 'console'
  })

const strongest = (grants: readonly AccessGrant[]): { reason: AllowReason; grant: AccessGrant } | null => {
  const [first] = grants
    .map((grant) => ({ reason: reasonOf(grant), grant }))
    .toSorted((a, b) => STRENGTH.indexOf(a.reason) - STRENGTH.indexOf(b.reason))
  return first ?? null
}

const STRENGTH: readonly AllowReason[] = ['direct', 'organization', 'everyone']

const reasonOf = ({ subject, hub }: AccessGrant): AllowReason =>
  subject === EVERYONE ? 'everyone' : hub === ORGANIZATION ? 'organization' : 'direct'
