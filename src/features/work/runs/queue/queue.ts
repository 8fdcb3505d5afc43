import type { Kysely, Transaction } from 'kysely'
import { sha256 } from '#ground/base/ids.ts'
import type { EpochMs } from '#ground/base/clock.ts'
import type { Tables } from '#ground/store/tables.ts'
import type { NewRun } from '../run.ts'
import { noteQueued } from '../records/sums.ts'

type Db = Kysely<Tables> | Transaction<Tables>

export async function queueRun(tx: Transaction<Tables>, run: NewRun, now: EpochMs): Promise<boolean> {
  const { hub, id, workflow, batch } = run
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('runs')
    .values({
      hub,
      id,
      workflow,
      trigger: run.trigger,
      run_as: run.runAs,
      requested_by: run.requestedBy ?? null,
      status: 'queued',
      outcome: null,
      slot_ms: run.slot ?? null,
      inputs: JSON.stringify(run.inputs ?? {}),
      inbox: batch?.inbox ?? null,
      batch: batch ? batchKey(batch.events) : null,
      attempt: batch?.attempt ?? null,
      first_attempt: batch?.firstAttempt ?? null,
      failures: batch?.failures ?? null,
      unsettled: batch ? 1 : 0,
      excused: 0,
      queued_at_ms: now,
      started_at_ms: null,
      ended_at_ms: null,
      lease_owner: null,
      lease_until_ms: null,
      cancelled_by: null,
      result: null,
      error: null,
      output_bytes: 0,
      output_removed: 0,
      repeats: run.repeats ?? null,
    })
    .onConflict((conflict) => conflict.columns(['hub', 'id']).doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows !== 1n) return false
  await noteQueued(tx, hub, now)
  if (batch)
    await tx
      .insertInto('run_events')
      .values(batch.events.map((name) => ({ hub, run_id: id, name })))
      .execute()
  return true
}

export const batchKey = (events: readonly string[]): string => sha256(events.join('\n'))

/** Locks a workflow's queue until the transaction ends. Meanwhile no run of the workflow is queued or started. */
export async function lockQueue(tx: Transaction<Tables>, hub: string, workflow: string): Promise<void> {
  await tx
    .insertInto('run_queues')
    .values({ hub, workflow })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await tx
    .selectFrom('run_queues')
    .select('hub')
    .where('hub', '=', hub)
    .where('workflow', '=', workflow)
    .forUpdate()
    .execute()
}

export async function isBusy(db: Db, hub: string, workflow: string): Promise<boolean> {
  const open = await db
    .selectFrom('runs')
    .select('id')
    .where('hub', '=', hub)
    .where('workflow', '=', workflow)
    .where('status', 'in', ['queued', 'running'])
    .limit(1)
    .executeTakeFirst()
  return open !== undefined
}
