import type { Kysely, Transaction } from 'kysely'
import type { EpochMs } from '#ground/base/clock.ts'
import { portions } from '#ground/base/portions.ts'
import type { Tables } from '#ground/store/tables.ts'
import type { ChangeFacts } from './change.ts'
import { MANAGE_ACCESS, ORGANIZATION } from './permission.ts'
import type { AccessMode, AccessGrant, HubPolicy } from './policy.ts'
import { EVERYONE, isPerson, type Subject } from './subject.ts'

type Db = Kysely<Tables> | Transaction<Tables>

/**
 * Locks the organization's policy first, then the policies of these Hubs in a fixed order. This serializes changes
 * without deadlocks.
 */
export async function lockPolicies(
  tx: Transaction<Tables>,
  hubs: readonly string[],
): Promise<Map<string, HubPolicy>> {
  const policies = new Map<string, HubPolicy>()
  const others = [...new Set(hubs)].filter((hub) => hub !== ORGANIZATION).toSorted()
  for (const names of [[ORGANIZATION], ...portions(others)]) {
    const query = tx.selectFrom('access_policies').select(['hub', 'mode', 'revision'])
    const rows = await query.where('hub', 'in', names).orderBy('hub').forUpdate().execute()
    for (const row of rows) policies.set(row.hub, policyOf(row))
  }
  return policies
}

/** The caller must hold the locks of `lockPolicies`. */
export async function readChangeFacts(
  tx: Transaction<Tables>,
  policies: ReadonlyMap<string, HubPolicy>,
  about: { hubs: readonly string[]; subjects: readonly Subject[]; now: EpochMs },
): Promise<ChangeFacts> {
  const subjects = [...new Set([...about.subjects, EVERYONE])]
  const hubs = [...new Set([...about.hubs, ORGANIZATION])]
  const grants: AccessGrant[] = []
  const blocked = new Set<Subject>()
  for (const some of portions(subjects)) {
    grants.push(...(await readGrants(tx, { subjects: some, hubs })))
    const rows = await tx.selectFrom('access_blocks').select('subject').where('subject', 'in', some).execute()
    for (const { subject } of rows) blocked.add(subject)
  }
  return { policies, grants, blocked, organizationAdmins: await readOrganizationAdmins(tx), now: about.now }
}

export async function readGrants(
  db: Db,
  { subjects, hubs }: { subjects?: readonly Subject[]; hubs?: readonly string[] },
): Promise<AccessGrant[]> {
  let query = db.selectFrom('access_grants').selectAll()
  if (subjects) query = query.where('subject', 'in', subjects)
  if (hubs) query = query.where('hub', 'in', hubs)
  return (await query.orderBy('hub').orderBy('subject').orderBy('permission').execute()).map(toGrant)
}

export async function readOrganizationAdmins(db: Db): Promise<Set<Subject>> {
  const rows = await db
    .selectFrom('access_grants')
    .select('subject')
    .where('hub', '=', ORGANIZATION)
    .where('permission', '=', MANAGE_ACCESS)
    .where('expires_at_ms', 'is', null)
    .execute()
  return new Set(rows.map(({ subject }) => subject).filter(isPerson))
}

export const policyOf = (row: { hub: string; mode: string; revision: number }): HubPolicy => ({
  hub: row.hub,
  mode: row.mode as AccessMode,
  revision: row.revision,
})

export const toGrant = (row: Tables['access_grants']): AccessGrant => ({
  subject: row.subject,
  hub: row.hub,
  permission: row.permission,
  grantedBy: row.granted_by,
  grantedAt: row.granted_at_ms,
  revision: row.revision,
  expiresAt: row.expires_at_ms,
})
