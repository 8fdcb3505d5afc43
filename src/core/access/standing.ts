import type { EpochMs } from '#ground/base/clock.ts'
import type { Store } from '#ground/store/store.ts'
import { effectivePermissions } from './decide.ts'
import { MANAGE_ACCESS, ORGANIZATION } from './permission.ts'
import { policyOf, readGrants } from './read.ts'
import { EVERYONE, parseSubject } from './subject.ts'

export interface AccessStanding {
  isBlocked: boolean
  isOrganizationAdmin: boolean
  manages: readonly string[]
}

export async function readStanding(
  { db }: Pick<Store, 'db'>,
  email: string,
  now: EpochMs,
): Promise<AccessStanding> {
  const subject = parseSubject(email)
  if (subject === null) return { isBlocked: false, isOrganizationAdmin: false, manages: [] }
  const block = await db
    .selectFrom('access_blocks')
    .select('subject')
    .where('subject', '=', subject)
    .executeTakeFirst()
  if (block) return { isBlocked: true, isOrganizationAdmin: false, manages: [] }
  const rows = await db
    .selectFrom('access_policies')
    .select(['hub', 'mode', 'revision'])
    .orderBy('hub')
    .execute()
  const grants = await readGrants(db, { subjects: [subject, EVERYONE] })
  const byHub = Map.groupBy(grants, ({ hub }) => hub)
  const organization = byHub.get(ORGANIZATION) ?? []
  const managed = rows
    .map(policyOf)
    .filter((hub) => {
      const counting =
        hub.hub === ORGANIZATION ? organization : [...organization, ...(byHub.get(hub.hub) ?? [])]
      return effectivePermissions({ hub, blocked: false, grants: counting }, { subject, now }).some(
        ({ permission }) => permission === MANAGE_ACCESS,
      )
    })
    .map(({ hub }) => hub)
  return {
    isBlocked: false,
    isOrganizationAdmin: managed.includes(ORGANIZATION),
    manages: managed.filter((hub) => hub !== ORGANIZATION),
  }
}
