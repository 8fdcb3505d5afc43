import type { Transaction } from 'kysely'
import type { EpochMs } from '#ground/base/clock.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import type { RecordRunAction } from '../records/run-actions.ts'
import type { RunRef } from '../run.ts'

/**
 * A queued run ends at once; a running run ends when its process detects the request. Repeated requests change nothing.
 */
export const cancelRun = (
  store: Pick<Store, 'transaction'>,
  { hub, id }: RunRef,
  { by, at, record }: { by: string; at: EpochMs; record: RecordRunAction },
): Promise<boolean> =>
  store.transaction(async (tx) => {
    const run = await tx
      .selectFrom('runs')
      .select(['workflow', 'run_as', 'cancelled_by', 'ended_at_ms', 'question_id'])
      .where('hub', '=', hub)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!run || run.ended_at_ms !== null) return false
    if (run.cancelled_by !== null) return true
    const asked = tx.updateTable('runs').where('hub', '=', hub).where('id', '=', id).set({ cancelled_by: by })
    const ended = await asked
      .where('status', '=', 'queued')
      .set({ status: 'cancelled', outcome: 'cancelled', ended_at_ms: at })
      .executeTakeFirst()
    if (ended.numUpdatedRows === 0n) await asked.execute()
    if (run.question_id !== null) await closeQuestion(tx, run.question_id, at)
    await record(tx, {
      action: 'run.cancel',
      at,
      actor: by,
      hub,
      id,
      workflow: run.workflow,
      runAs: run.run_as,
    })
    return true
  })

/** The person of a cancelled run need not answer any more. */
async function closeQuestion(tx: Transaction<Tables>, id: string, at: EpochMs): Promise<void> {
  const result = JSON.stringify({ outcome: 'unanswered', detail: 'The run was cancelled.' })
  await tx
    .updateTable('change_requests')
    .set({ state: 'stale', decided_at_ms: at, result })
    .where('id', '=', id)
    .where('state', '=', 'proposed')
    .execute()
}
