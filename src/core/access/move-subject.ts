import type { Transaction } from 'kysely'
import type { Clock } from '#ground/base/clock.ts'
import type { Tables } from '#ground/store/tables.ts'
import { actorName, type Actor, type PolicyOperation } from './change.ts'
import { lockHubsOf, lockWithoutExpired, revocationOf } from './expired-grants.ts'
import { ORGANIZATION } from './permission.ts'
import type { AccessGrant } from './policy.ts'
import { readGrants } from './read.ts'
import { isPerson, parseSubject } from './subject.ts'
import { nextRevisions, record, writeOperations, type RecordChanges, type PolicyWrite } from './write.ts'

interface MoveDeps {
  clock: Pick<Clock, 'now'>
  recordChanges: RecordChanges
}

interface SubjectMove {
  from: string
  to: string
  actor: Actor
}

const REASON = 'the e-mail of the account changed'

/** If the new e-mail already has a grant, the later expiry applies. */
export async function moveSubject(
  tx: Transaction<Tables>,
  { clock, recordChanges }: MoveDeps,
  { from: before, to: after, actor }: SubjectMove,
): Promise<void> {
  const [from, to] = [parseSubject(before), parseSubject(after)]
  if (from === null || !isPerson(from)) return
  const writing: PolicyWrite = { tx, clock, recordChanges, context: { actor, reason: REASON } }
  await lockWithoutExpired(writing, [])
  const subjects = to === null ? [from] : [from, to]
  const held = await readGrants(tx, { subjects })
  const own = held.filter(({ subject }) => subject === from)
  const operations = [
    ...(to === null ? [] : own.flatMap((grant) => movedGrant(grant, held, to))),
    ...own.map(revocationOf),
  ]
  await lockHubsOf(tx, operations)
  await writeOperations(writing, operations, held)
  await moveBlock(writing, from, to)
  const revision = null
  await record(writing, [
    { action: 'account.email', subject: to ?? from, before: from, after: to ?? after, revision },
  ])
}

function movedGrant(grant: AccessGrant, held: readonly AccessGrant[], to: string): PolicyOperation[] {
  const { hub, permission, expiresAt } = grant
  const there = held.find((one) => one.subject === to && one.hub === hub && one.permission === permission)
  if (there && (there.expiresAt ?? Infinity) >= (expiresAt ?? Infinity)) return []
  return [{ action: 'grant', subject: to, hub, permission, ...(expiresAt !== null && { expiresAt }) }]
}

async function moveBlock(writing: PolicyWrite, from: string, to: string | null): Promise<void> {
  const { tx, clock, context } = writing
  const { numDeletedRows } = await tx
    .deleteFrom('access_blocks')
    .where('subject', '=', from)
    .executeTakeFirst()
  if (numDeletedRows === 0n) return
  if (to !== null)
    await tx
      .insertInto('access_blocks')
      .values({ subject: to, blocked_by: actorName(context.actor), blocked_at_ms: clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  const revision = (await nextRevisions(tx, [ORGANIZATION]))[ORGANIZATION]!
  await record(writing, [
    { action: 'unblock', subject: from, before: true, after: false, revision },
    ...(to === null ? [] : [{ action: 'block', subject: to, before: false, after: true, revision }]),
  ])
}
