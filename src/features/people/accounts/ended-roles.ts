import { MANAGE_ACCESS, ORGANIZATION } from '#core/access/permission.ts'
import { isPerson, type Subject } from '#core/access/subject.ts'
import type { Clock } from '#ground/base/clock.ts'
import { startLoop, type Loop } from '#ground/base/loop.ts'
import { accountChange, isPrimary, findLive, type PersonAccountsDeps } from './deps.ts'
import { describePeopleRefusal, type PeopleRefusal } from '../refusal.ts'

const EXPIRY = { email: 'system:expiry', requestId: null }

export interface EndedRolesDeps extends Omit<PersonAccountsDeps, 'access'> {
  access: Pick<PersonAccountsDeps['access'], 'isOrganizationAdmin'> & {
    organizationAdmins(): Promise<Subject[]>
  }
}

/**
 * Demotes people in the web chat after their administration of the organization expired.
 *
 * @throws Error if the web chat is unavailable; retry later.
 */
export function createEndedRoles(deps: EndedRolesDeps) {
  const settled = new Set<string>()
  return async (): Promise<void> => {
    for (const { subject, seq } of await endedAdministrations(deps.store.db)) {
      const key = `${seq} ${subject}`
      if (settled.has(key)) continue
      await deps.oneByOne(subject, () => follow(deps, subject, seq))
      settled.add(key)
    }
  }
}

export const startEndedRoles = ({
  clock,
  endRoles,
  onFailure,
}: {
  clock: Clock
  endRoles(): Promise<void>
  onFailure(reason: string): void
}): Loop =>
  startLoop({
    clock,
    everyMs: POLL_INTERVAL_MS,
    afterFailureMs: () => POLL_INTERVAL_MS,
    work: endRoles,
    onFailure: (error) => onFailure(error instanceof Error ? error.message : 'unknown'),
  })

const POLL_INTERVAL_MS = 10_000

async function follow(deps: EndedRolesDeps, subject: Subject, seq: number): Promise<void> {
  const { access, chat, operations, mirror, store, changes } = deps
  if (await access.isOrganizationAdmin({ subject })) return
  // The person keeps the role if the organization has no administrator who could restore it.
  if ((await access.organizationAdmins()).length === 0) return
  const live = await findLive(deps, subject)
  if (!live.ok) throw failure(live.refusal)
  const begun = await operations.find('role', subject)
  const isBegun = begun?.startedBy === EXPIRY.email
  if (!live.value || (live.value.role !== 'admin' && !isBegun)) return
  const primary = await isPrimary(deps, subject)
  if (!primary.ok) throw failure(primary.refusal)
  if (primary.value) return

  await operations.begin('role', subject, { role: 'user' }, EXPIRY.email)
  if (!(await isLeft(store.db, subject, seq))) return operations.withdraw('role', subject, null)
  const before = live.value.role
  const updated = before === 'user' ? live : await chat.update(live.value.id, { role: 'user' })
  if (!updated.ok) {
    if (updated.refusal.code === 'unavailable') throw new Error(updated.refusal.reason)
    return operations.withdraw('role', subject, begun)
  }
  await store.transaction(async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('people_operations')
      .where('subject', '=', subject)
      .where('kind', '=', 'role')
      .where('started_by', '=', EXPIRY.email)
      .executeTakeFirst()
    if (numDeletedRows === 0n) return // another process recorded the change
    const change = { action: 'account.role', subject, before: 'admin', after: 'user' } as const
    await changes.append(tx, [accountChange(deps, EXPIRY, change)])
  })
  await mirror.applyAccount(updated.value!)
}

const failure = (refusal: PeopleRefusal): Error => new Error(describePeopleRefusal(refusal))

type Db = PersonAccountsDeps['store']['db']

async function endedAdministrations(db: Db): Promise<{ subject: Subject; seq: number }[]> {
  const ended = await db
    .selectFrom('access_changes')
    .select(['subject', 'seq'])
    .where('actor', '=', EXPIRY.email)
    .where('hub', '=', ORGANIZATION)
    .where('permission', '=', MANAGE_ACCESS)
    .where('action', '=', 'revoke')
    .orderBy('seq')
    .execute()
  const newest = new Map(ended.map(({ subject, seq }) => [subject as Subject, seq]))
  const left = []
  for (const [subject, seq] of newest)
    if (isPerson(subject) && (await isLeft(db, subject, seq))) left.push({ subject, seq })
  return left
}

const isLeft = async (db: Db, subject: Subject, seq: number): Promise<boolean> =>
  (await db
    .selectFrom('access_changes')
    .select('seq')
    .where('subject', '=', subject)
    .where('seq', '>', seq)
    .where((row) =>
      row.or([
        row('action', '=', 'account.role'),
        row.and([row('hub', '=', ORGANIZATION), row('permission', '=', MANAGE_ACCESS)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst()) === undefined
