import { portions } from '#ground/base/portions.ts'
import type { Transaction } from 'kysely'
import type { AccessChange } from '#core/audit/access-changes.ts'
import type { Clock } from '#ground/base/clock.ts'
import type { Tables } from '#ground/store/tables.ts'
import { actorName, type Actor, type PolicyOperation } from './change.ts'
import { MANAGE_ACCESS, ORGANIZATION } from './permission.ts'
import type { AccessGrant } from './policy.ts'
import { isPerson, type Subject } from './subject.ts'

export interface ChangeContext {
  actor: Actor
  reason?: string | null
  request?: string | null
}

export type RecordChanges = (tx: Transaction<Tables>, changes: readonly AccessChange[]) => Promise<void>

export interface PolicyWrite {
  tx: Transaction<Tables>
  clock: Pick<Clock, 'now'>
  recordChanges: RecordChanges
  context: ChangeContext
}

export type Revisions = Readonly<Record<string, number>>

export async function nextRevisions(
  tx: Transaction<Tables>,
  hubs: Iterable<string>,
): Promise<Record<string, number>> {
  const revisions: Record<string, number> = {}
  for (const hub of [...new Set(hubs)].toSorted()) {
    const { revision } = await tx
      .updateTable('access_policies')
      .set((eb) => ({ revision: eb('revision', '+', 1) }))
      .where('hub', '=', hub)
      .returning('revision')
      .executeTakeFirstOrThrow()
    revisions[hub] = revision
  }
  return revisions
}

/** @param held Must include all grants that the operations change. */
export async function writeOperations(
  writing: PolicyWrite,
  operations: readonly PolicyOperation[],
  held: readonly AccessGrant[] = [],
): Promise<Revisions> {
  const { tx, context, clock } = writing
  if (operations.length === 0) return {}
  const at = clock.now()
  const revisions = await nextRevisions(
    tx,
    operations.map(({ hub }) => hub),
  )
  const grants = operations.filter(({ action }) => action === 'grant')
  for (const some of portions(grants))
    await tx
      .insertInto('access_grants')
      .values(
        some.map(({ subject, hub, permission, expiresAt = null }) => ({
          subject,
          hub,
          permission,
          granted_by: actorName(context.actor),
          granted_at_ms: at,
          revision: revisions[hub]!,
          expires_at_ms: expiresAt,
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['hub', 'subject', 'permission']).doUpdateSet((eb) => ({
          granted_by: eb.ref('excluded.granted_by'),
          granted_at_ms: eb.ref('excluded.granted_at_ms'),
          revision: eb.ref('excluded.revision'),
          expires_at_ms: eb.ref('excluded.expires_at_ms'),
        })),
      )
      .execute()
  for (const { subject, hub, permission, action } of operations)
    if (action === 'revoke')
      await tx
        .deleteFrom('access_grants')
        .where('hub', '=', hub)
        .where('subject', '=', subject)
        .where('permission', '=', permission)
        .execute()
  await recordFirstAdministrator(tx, grants)
  await updateSubjects(
    tx,
    operations.map(({ subject }) => subject),
  )
  await record(
    writing,
    operations.map((operation) => ({
      action: operation.action,
      subject: operation.subject,
      hub: operation.hub,
      permission: operation.permission,
      before: recordOf(held.find((grant) => isOf(grant, operation))),
      after: operation.action === 'grant' && recordOf(operation),
      revision: revisions[operation.hub]!,
    })),
  )
  return revisions
}

const isOf = (grant: AccessGrant, { subject, hub, permission }: PolicyOperation): boolean =>
  grant.subject === subject && grant.hub === hub && grant.permission === permission

const recordOf = (grant: Pick<PolicyOperation, 'expiresAt'> | undefined) =>
  grant?.expiresAt == null ? grant !== undefined : { expires_at: new Date(grant.expiresAt).toISOString() }

type Recorded = Pick<
  AccessChange,
  'action' | 'subject' | 'hub' | 'permission' | 'before' | 'after' | 'revision'
>

/** Call it last in the transaction, because the ledger of access changes stays locked until the transaction ends. */
export const record = (
  { tx, clock, context, recordChanges }: PolicyWrite,
  changes: readonly Partial<Recorded>[],
): Promise<void> =>
  recordChanges(
    tx,
    changes.map((change) => ({
      subject: null,
      hub: null,
      permission: null,
      before: null,
      after: null,
      revision: null,
      ...(change as Pick<Recorded, 'action'>),
      at: clock.now(),
      actor: actorName(context.actor),
      reason: context.reason ?? null,
      request: context.request ?? null,
    })),
  )

async function recordFirstAdministrator(
  tx: Transaction<Tables>,
  grants: readonly PolicyOperation[],
): Promise<void> {
  const isFirst = grants.some(
    ({ hub, permission, subject }) =>
      hub === ORGANIZATION && permission === MANAGE_ACCESS && isPerson(subject),
  )
  if (isFirst)
    await tx
      .updateTable('access_policies')
      .set({ was_administered: 1 })
      .where('hub', '=', ORGANIZATION)
      .execute()
}

async function updateSubjects(tx: Transaction<Tables>, subjects: readonly Subject[]): Promise<void> {
  for (const some of portions([...new Set(subjects)])) {
    const rows = await tx
      .selectFrom('access_grants')
      .select('subject')
      .distinct()
      .where('subject', 'in', some)
      .execute()
    const having = new Set(rows.map(({ subject }) => subject))
    const without = some.filter((subject) => !having.has(subject))
    if (having.size > 0)
      await tx
        .insertInto('access_subjects')
        .values([...having].map((subject) => ({ subject })))
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    if (without.length > 0) await tx.deleteFrom('access_subjects').where('subject', 'in', without).execute()
  }
}
