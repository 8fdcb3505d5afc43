import { BoundedMap } from '#ground/base/bounded-map.ts'
import { portions } from '#ground/base/portions.ts'
import { sharedRead } from '#ground/base/shared-read.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import { ORGANIZATION } from './permission.ts'
import type { HubPolicy, PolicySnapshot } from './policy.ts'
import { policyOf, readGrants } from './read.ts'
import { EVERYONE, type Subject } from './subject.ts'

export interface Snapshots {
  get(subject: Subject | null, hub: string): Promise<PolicySnapshot>
  among(subject: Subject | null, hubs: readonly string[]): Promise<ReadonlyMap<string, PolicySnapshot>>
}

const MAX_CACHED_SNAPSHOTS = 50_000

type PolicyRow = Pick<Tables['access_policies'], 'hub' | 'mode' | 'revision'>

interface Kept {
  hubRevision: number
  organizationRevision: number
  snapshot: PolicySnapshot
}

/**
 * A snapshot is valid while the revisions of the Hub and of the organization are unchanged. Each decision reads these
 * revisions from the database, so a change takes effect at once in every process.
 */
export function createSnapshots({ db }: Pick<Store, 'db'>): Snapshots {
  const kept = new BoundedMap<string, Kept>(MAX_CACHED_SNAPSHOTS)
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

  const keyOf = (subject: Subject | null, hub: string) => `${hub} ${subject ?? ''}`
  const keptOf = (subject: Subject | null, policy: PolicyRow, organization: PolicyRow) => {
    const known = kept.get(keyOf(subject, policy.hub))
    const isNewest =
      known?.hubRevision === policy.revision && known.organizationRevision === organization.revision
    return isNewest ? known.snapshot : null
  }
  const readAndKeep = async (
    subject: Subject | null,
    policies: readonly PolicyRow[],
    organization: PolicyRow,
  ): Promise<readonly PolicySnapshot[]> => {
    const snapshots = await readOf(db, subject, policies.map(policyOf))
    for (const [n, { hub, revision }] of policies.entries())
      kept.set(keyOf(subject, hub), {
        hubRevision: revision,
        organizationRevision: organization.revision,
        snapshot: snapshots[n]!,
      })
    return snapshots
  }

  return {
    async get(subject, hub) {
      const { organization, policy } = await readPolicies(hub)
      if (!policy) return { hub: null, blocked: false, grants: [] }
      const known = keptOf(subject, policy, organization)
      if (known) return known
      const [snapshot] = await readAndKeep(subject, [policy], organization)
      return snapshot!
    },

    async among(subject, hubs) {
      const found = new Map<string, PolicySnapshot>()
      for (const some of portions([...new Set(hubs)])) {
        const rows = await db
          .selectFrom('access_policies')
          .select(['hub', 'mode', 'revision'])
          .where('hub', 'in', [...some, ORGANIZATION])
          .execute()
        const organization = rows.find(({ hub }) => hub === ORGANIZATION)!
        const missing: PolicyRow[] = []
        for (const policy of rows.filter(({ hub }) => some.includes(hub))) {
          const known = keptOf(subject, policy, organization)
          if (known) found.set(policy.hub, known)
          else missing.push(policy)
        }
        if (missing.length === 0) continue
        const read = await readAndKeep(subject, missing, organization)
        for (const [n, { hub }] of missing.entries()) found.set(hub, read[n]!)
      }
      return found
    },
  }
}

async function readOf(
  db: Store['db'],
  subject: Subject | null,
  policies: readonly HubPolicy[],
): Promise<readonly PolicySnapshot[]> {
  if (subject === null) return policies.map((hub) => ({ hub, blocked: false, grants: [] }))
  const hubs = [...policies.map(({ hub }) => hub), ORGANIZATION]
  const grants = await readGrants(db, { subjects: [subject, EVERYONE], hubs })
  const block = await db
    .selectFrom('access_blocks')
    .select('subject')
    .where('subject', '=', subject)
    .executeTakeFirst()
  return policies.map((policy) => ({
    hub: policy,
    blocked: block !== undefined,
    grants: grants.filter(({ hub }) => hub === policy.hub || hub === ORGANIZATION),
  }))
}
