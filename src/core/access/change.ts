import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { EpochMs } from '#ground/base/clock.ts'
import { holdsUntil } from './decide.ts'
import { isPermission, MANAGE_ACCESS, ORGANIZATION, type Permission } from './permission.ts'
import type { AccessGrant, HubPolicy } from './policy.ts'
import { exists, unknownPermission, type Existing } from './existing-permissions.ts'
import type { PolicyRefusal } from './refusal.ts'
import { EVERYONE, isPerson, parseSubject, type Subject } from './subject.ts'

/** `system` names a component of the service. Unlike a subject, it may grant every permission. */
export type Actor = { subject: Subject } | { system: 'cli' | 'bootstrap' | 'sync' | 'expiry' | 'sign-in' }

export const actorName = (actor: Actor): string =>
  'system' in actor ? `system:${actor.system}` : actor.subject

export interface PolicyOperation {
  action: 'grant' | 'revoke'
  subject: string
  hub: string
  permission: Permission
  expiresAt?: EpochMs | null
}

/** The facts are read while the policies are locked, so they cannot change before the commit. */
export interface ChangeFacts {
  policies: ReadonlyMap<string, HubPolicy>
  grants: readonly AccessGrant[]
  blocked: ReadonlySet<Subject>
  /** People whose `manage_access` on the organization has no expiry. */
  organizationAdmins: ReadonlySet<Subject>
  now: EpochMs
}

interface JudgedFacts extends ChangeFacts {
  existing: Existing
}

export const MAX_OPERATIONS = 1000

export function normalOperations(
  operations: readonly PolicyOperation[],
  now: EpochMs,
): Result<PolicyOperation[], PolicyRefusal> {
  const invalid = (field: string, message: string) => refused({ code: 'invalid' as const, field, message })
  if (operations.length === 0 || operations.length > MAX_OPERATIONS)
    return invalid('operations', `Between 1 and ${MAX_OPERATIONS} operations are possible.`)
  const normal: PolicyOperation[] = []
  const seen = new Map<string, PolicyOperation>()
  for (const { action, subject: text, hub, permission, expiresAt = null } of operations) {
    const subject = parseSubject(text)
    if (subject === null) return invalid('subject', 'Expected an e-mail address or svc:<name>.')
    if (!isPermission(permission)) return invalid('permission', 'This is not the name of a permission.')
    if (action === 'grant' && subject === EVERYONE) return refused({ code: 'everyone_refused' })
    if (expiresAt !== null) {
      if (action === 'revoke') return invalid('expires_at', 'A revocation has no expiry.')
      if (!(expiresAt > now)) return invalid('expires_at', 'This time is in the past.')
    }
    const key = JSON.stringify([subject, hub, permission])
    const before = seen.get(key)
    if (before && before.action !== action)
      return invalid('operations', `${permission} is both granted to and revoked from ${subject}.`)
    if (before && (before.expiresAt ?? null) !== expiresAt)
      return invalid('operations', `${permission} is granted to ${subject} with two different expiries.`)
    const operation = { action, subject, hub, permission, ...(expiresAt !== null && { expiresAt }) }
    if (!before) normal.push(operation)
    seen.set(key, operation)
  }
  return accepted(normal)
}

export function judgeChange(
  facts: JudgedFacts,
  actor: Actor,
  operations: readonly PolicyOperation[],
): Result<PolicyOperation[], PolicyRefusal> {
  const effective = operations.filter((operation) => changesSomething(facts, operation))
  for (const operation of operations) {
    const hindrance =
      findRefusal(facts, actor, operation) ??
      (effective.includes(operation) ? findGrantRefusal(facts, actor, operation) : null)
    if (hindrance) return refused(hindrance)
  }
  return isAdminLeft(facts, effective) ? accepted(effective) : refused({ code: 'last_admin' })
}

export const isOrganizationAdmin = (facts: ChangeFacts, actor: Actor): boolean =>
  'system' in actor || heldUntil(facts, actor.subject, ORGANIZATION, MANAGE_ACCESS) !== null

const grantOf = (
  { grants }: ChangeFacts,
  { subject, hub, permission }: PolicyOperation,
): AccessGrant | undefined =>
  grants.find((grant) => grant.subject === subject && grant.hub === hub && grant.permission === permission)

const changesSomething = (facts: ChangeFacts, operation: PolicyOperation): boolean => {
  const there = grantOf(facts, operation)
  if (operation.action === 'revoke') return there !== undefined
  return there === undefined || there.expiresAt !== (operation.expiresAt ?? null)
}

const heldUntil = (facts: ChangeFacts, subject: Subject, hub: string, permission: Permission) =>
  holdsUntil(
    { hub: facts.policies.get(hub) ?? null, blocked: facts.blocked.has(subject), grants: facts.grants },
    { subject, now: facts.now },
    permission,
  )

/**
 * Checks the actor's rights before it checks that the Hub exists, so that an actor without rights cannot find out
 * which Hubs exist.
 */
const findRefusal = (facts: JudgedFacts, actor: Actor, operation: PolicyOperation): PolicyRefusal | null => {
  const { hub, permission } = operation
  const unknown = (): PolicyRefusal | null =>
    operation.action === 'revoke' || exists(facts.existing, operation) || grantOf(facts, operation)
      ? null
      : { code: 'invalid', field: 'permission', message: unknownPermission(facts.existing, operation) }
  if (!isOrganizationAdmin(facts, actor)) {
    const { subject } = actor as { subject: Subject }
    if (facts.blocked.has(subject)) return { code: 'forbidden', reason: 'blocked' }
    if (hub === ORGANIZATION || heldUntil(facts, subject, hub, MANAGE_ACCESS) === null)
      return { code: 'outside_ceiling', hub, permission: null }
    const hindrance = unknown()
    if (hindrance) return hindrance
    if (heldUntil(facts, subject, hub, permission) === null)
      return { code: 'outside_ceiling', hub, permission }
  }
  const policy = facts.policies.get(hub)
  if (!policy) return { code: 'not_found', hub }
  return policy.mode === 'groups' ? { code: 'legacy', hub } : unknown()
}

const findGrantRefusal = (
  facts: ChangeFacts,
  actor: Actor,
  operation: PolicyOperation,
): PolicyRefusal | null => {
  const { action, subject, hub, permission, expiresAt } = operation
  if (action === 'revoke') return null
  if (facts.blocked.has(subject))
    return { code: 'invalid', field: 'subject', message: `${subject} is blocked. Unblock them first.` }
  const until = mayGiveUntil(facts, actor, operation)
  return (expiresAt ?? Infinity) > until ? { code: 'outside_ceiling', hub, permission, until } : null
}

/**
 * A holder may grant a permission only until their own grant expires, so that holders cannot extend their own access.
 * Organization administrators have this limit only for `manage_access`.
 */
const mayGiveUntil = (facts: ChangeFacts, actor: Actor, { hub, permission }: PolicyOperation): EpochMs => {
  if ('system' in actor) return Infinity
  const administers = heldUntil(facts, actor.subject, ORGANIZATION, MANAGE_ACCESS)
  if (administers !== null) return permission === MANAGE_ACCESS ? administers : Infinity
  return heldUntil(facts, actor.subject, hub, permission) ?? facts.now
}

/** True if a permanent administrator of the organization remains, or if there was none before the change. */
const isAdminLeft = (
  { organizationAdmins }: ChangeFacts,
  operations: readonly PolicyOperation[],
): boolean => {
  if (organizationAdmins.size === 0) return true
  const left = new Set(organizationAdmins)
  for (const { action, subject, hub, permission, expiresAt = null } of operations) {
    if (hub !== ORGANIZATION || permission !== MANAGE_ACCESS || !isPerson(subject)) continue
    if (action === 'grant' && expiresAt === null) left.add(subject)
    else left.delete(subject)
  }
  return left.size > 0
}
