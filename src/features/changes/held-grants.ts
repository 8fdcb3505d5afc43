import type { Access } from '#core/access/access.ts'
import { grantChanges, planHash, type HeldGrants, type RequestPlan } from './plan.ts'

type ReadGrants = Pick<Access, 'effective'>

export async function ownGrants({ effective }: ReadGrants, subject: string, hub: string) {
  const held = await effective(subject, hub)
  return held.map(({ grant }) => grant).filter((grant) => grant.subject === subject && grant.hub === hub)
}

/** The hash of the plan with the present grants. A tool call changes no grants, so its hash is constant. */
export async function presentHash(access: ReadGrants, plan: RequestPlan): Promise<string> {
  const held = new Map<string, HeldGrants>()
  for (const { subject, hub } of grantChanges(plan.operations)) {
    const key = `${hub} ${subject}`
    if (held.has(key)) continue
    const grants = await ownGrants(access, subject, hub)
    const ends = grants.map(({ permission, expiresAt }) => [permission, expiresAt] as const)
    held.set(key, { subject, hub, grants: Object.fromEntries(ends) })
  }
  return planHash(plan, [...held.values()])
}
