import { BoundedMap } from '#ground/base/bounded-map.ts'
import { sharedRead } from '#ground/base/shared-read.ts'
import type { Store } from '#ground/store/store.ts'
import { ORGANIZATION } from './permission.ts'
import type { HubPolicy, PolicySnapshot } from './policy.ts'
import { policyOf, readGrants } from './read.ts'
import { EVERYONE, type Subject } from './subject.ts'

/** What the policy says about a subject on a Hub, always as it is now. */
export interface Snapshots {
  get(subject: Subject | null, hub: string): Promise<PolicySnapshot>
}

/** Snapshots kept: two grants each on average, so some tens of megabytes at most. */
const KEPT = 50_000

interface Kept {
  hubRevision: number
  organizationRevision: number
  snapshot: PolicySnapshot
}

/**
 * A snapshot is kept as long as neither the Hub's revision nor the organization's has moved, which is read from the
 * store for every decision: so a change takes effect at once, whichever process made it. Only one subject's part of
 * the policy is kept and read anew, so a change on a large Hub costs nobody the reading of all its grants.
 */
export function createSnapshots({ db }: Pick<Store, 'db'>): Snapshots {
  const kept = new BoundedMap<string, Kept>(KEPT)
  const compiled = db
    .selectFrom('access_policies')
    .select(['hub', 'mode', 'revision'])
    .where('hub', 'in', [ORGANIZATION, 'a hub'])
    .compile()
  const readPolicies = sharedRead(async (hub: string) => {
    const query: typeof compiled = { ...compiled, parameters: [ORGANIZATION, hub] }
    const { rows } = await db.executeQuery(query)
    const of = (name: string) => rows.find((row) => row.hub === name)
    return { organization: of(ORGANIZATION)!, policy: of(hub) }
  })

  const read = async (subject: Subject | null, policy: HubPolicy): Promise<PolicySnapshot> => {
    if (subject === null) return { hub: policy, blocked: false, grants: [] }
    const grants = await readGrants(db, { subjects: [subject, EVERYONE], hubs: [policy.hub, ORGANIZATION] })
    const block = await db
      .selectFrom('access_blocks')
      .select('subject')
      .where('subject', '=', subject)
      .executeTakeFirst()
    return { hub: policy, blocked: block !== undefined, grants }
  }

  return {
    async get(subject, hub) {
      const { organization, policy } = await readPolicies(hub)
      if (!policy) return { hub: null, blocked: false, grants: [] }
      const key = `${hub} ${subject ?? ''}`
      const known = kept.get(key)
      if (known?.hubRevision === policy.revision && known.organizationRevision === organization.revision)
        return known.snapshot
      const snapshot = await read(subject, policyOf(policy))
      kept.set(key, {
        hubRevision: policy.revision,
        organizationRevision: organization.revision,
        snapshot,
      })
      return snapshot
    },
  }
}
