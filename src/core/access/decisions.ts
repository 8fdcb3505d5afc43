import type { Clock } from '#ground/base/clock.ts'
import type { Actor } from './change.ts'
import { decide, effectivePermissions, type AllowReason, type PolicyDecision } from './decide.ts'
import { MANAGE_ACCESS, ORGANIZATION, type Permission } from './permission.ts'
import type { AccessGrant, HubPolicy } from './policy.ts'
import type { createSnapshots } from './snapshots.ts'
import { parseSubject, type Subject } from './subject.ts'

export interface EffectivePermission {
  permission: Permission
  reason: AllowReason
  grant: AccessGrant
}

export interface DecisionsDeps {
  snapshots: ReturnType<typeof createSnapshots>
  listHubs(): Promise<HubPolicy[]>
  clock: Pick<Clock, 'now'>
}

export function createDecisions({ snapshots, listHubs, clock }: DecisionsDeps) {
  const decideFor = async (
    caller: { email: string | null },
    hub: string,
    permission: Permission,
  ): Promise<PolicyDecision> => {
    const subject = caller.email === null ? null : parseSubject(caller.email)
    return decide(await snapshots.get(subject, hub), { subject, now: clock.now() }, permission)
  }

  const allowedAmong = async (
    subject: Subject | null,
    hubs: readonly string[],
    permission: Permission,
  ): Promise<ReadonlySet<string>> => {
    const found = await snapshots.among(subject, hubs)
    const now = clock.now()
    return new Set(
      hubs.filter((hub) => {
        const snapshot = found.get(hub)
        return snapshot !== undefined && decide(snapshot, { subject, now }, permission).allowed
      }),
    )
  }

  const effective = async (text: string, hub: string): Promise<EffectivePermission[]> => {
    const subject = parseSubject(text)
    if (subject === null) return []
    return effectivePermissions(await snapshots.get(subject, hub), { subject, now: clock.now() })
  }

  const isOrganizationAdmin = async (actor: Actor): Promise<boolean> =>
    'system' in actor ||
    (await effective(actor.subject, ORGANIZATION)).some(({ permission }) => permission === MANAGE_ACCESS)

  return {
    /** With `*` as `hub`, only grants on the organization apply. */
    decide: decideFor,

    async allowedAmong(
      caller: { email: string | null },
      hubs: readonly string[],
      permission: Permission,
    ): Promise<ReadonlySet<string>> {
      return allowedAmong(caller.email === null ? null : parseSubject(caller.email), hubs, permission)
    },

    async explain(text: string, hub: string, permission: Permission) {
      const subject = parseSubject(text)
      const snapshot = await snapshots.get(subject, hub)
      const { mode = null } = snapshot.hub ?? {}
      const decision = decide(snapshot, { subject, now: clock.now() }, permission)
      return { subject, hub, permission, mode, blocked: snapshot.blocked, ...decision }
    },

    effective,

    async grantable(actor: Actor, hub: string): Promise<'all' | Permission[]> {
      if (await isOrganizationAdmin(actor)) return 'all'
      if (hub === ORGANIZATION || 'system' in actor) return []
      return ofManager(await effective(actor.subject, hub))
    },

    async grantableAmong(
      actor: { subject: string },
      hubs: readonly string[],
    ): Promise<'all' | ReadonlyMap<string, Permission[]>> {
      if (await isOrganizationAdmin(actor)) return 'all'
      const subject = parseSubject(actor.subject)
      if (subject === null) return new Map()
      const now = clock.now()
      const found = [...(await snapshots.among(subject, hubs))]
      return new Map(
        found.map(([hub, snapshot]) => [hub, ofManager(effectivePermissions(snapshot, { subject, now }))]),
      )
    },

    isOrganizationAdmin,

    async managedHubs(actor: Actor): Promise<HubPolicy[]> {
      const hubs = await listHubs()
      if (await isOrganizationAdmin(actor)) return hubs
      if ('system' in actor) return []
      const managed = await allowedAmong(
        parseSubject(actor.subject),
        hubs.map(({ hub }) => hub),
        MANAGE_ACCESS,
      )
      return hubs.filter(({ hub }) => managed.has(hub))
    },
  }
}

function ofManager(effective: readonly { permission: Permission }[]): Permission[] {
  const held = effective.map(({ permission }) => permission)
  return held.includes(MANAGE_ACCESS) ? held : []
}
