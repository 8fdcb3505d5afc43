import type { Transaction } from 'kysely'
import type { Clock } from '#ground/base/clock.ts'
import { newId } from '#ground/base/ids.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import { eventsAgain, type ClaimEvents } from './events-again.ts'
import { batchRunId, manualRunId } from '../records/ids.ts'
import { lockQueue, queueRun } from './queue.ts'
import type { RecordRunAction } from '../records/run-actions.ts'
import type { WorkRun, RunRef } from '../run.ts'

export interface Again {
  by: string
  runAs: string | null
  inputs: WorkRun['inputs']
  copiedSteps: readonly string[]
  claimEvents: ClaimEvents
}

export interface Repeated extends RunRef {
  /** False if an open run already repeats the ended run. */
  isNew: boolean
}

/** While the new run is open, further requests to repeat `run` return the new run. */
export const repeatRun = (
  { store, clock, record }: { store: Store; clock: Pick<Clock, 'now'>; record: RecordRunAction },
  run: WorkRun,
  { by: actor, runAs, inputs, copiedSteps, claimEvents }: Again,
): Promise<Result<Repeated, string>> =>
  store.transaction(async (tx) => {
    const { hub, workflow } = run
    await lockQueue(tx, hub, workflow)
    const open = await openRepeatedRun(tx, run)
    if (open !== null) return accepted({ hub, id: open, isNew: false })
    const again = await eventsAgain(tx, run, claimEvents)
    if (!again.ok) return again
    const batch = again.value
    const at = clock.now()
    const id = batch ? batchRunId(workflow, batch) : manualRunId(workflow, at, newId().slice(0, 8))
    const trigger = batch ? 'webhook' : 'manual'
    const repeats = run.id
    const isNew = await queueRun(
      tx,
      { hub, id, workflow, trigger, runAs, requestedBy: actor, inputs, batch, repeats },
      at,
    )
    if (!isNew) return refused('The run could not be queued: a run with the same id exists. Try again.')
    await takeSteps(tx, run, { hub, id }, copiedSteps)
    await record(tx, { action: 'run.start', at, actor, hub, id, workflow, runAs, repeats })
    return accepted({ hub, id, isNew })
  })

async function openRepeatedRun(
  tx: Transaction<Tables>,
  { hub, workflow, id }: Pick<WorkRun, 'hub' | 'workflow' | 'id'>,
): Promise<string | null> {
  const open = await tx
    .selectFrom('runs')
    .select('id')
    .where('hub', '=', hub)
    .where('workflow', '=', workflow)
    .where('status', 'in', ['queued', 'running'])
    .where('repeats', '=', id)
    .limit(1)
    .executeTakeFirst()
  return open?.id ?? null
}

async function takeSteps(
  tx: Transaction<Tables>,
  { hub, id: from }: RunRef,
  { id: to }: RunRef,
  copiedSteps: readonly string[],
): Promise<void> {
  const wanted = new Set(copiedSteps)
  if (wanted.size === 0) return
  const rows = await tx
    .selectFrom('run_steps')
    .selectAll()
    .where('hub', '=', hub)
    .where('run_id', '=', from)
    .execute()
  const steps = rows.filter(({ id }) => wanted.has(id)).map((row) => ({ ...row, run_id: to }))
  for (let first = 0; first < steps.length; first += 50)
    await tx
      .insertInto('run_steps')
      .values(steps.slice(first, first + 50))
      .execute()
}
