import type { Kysely, Transaction } from 'kysely'
import type { Clock, EpochMs } from '#ground/base/clock.ts'
import { startLoop } from '#ground/base/loop.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import type { WorkRun } from './run.ts'
import { adjustOutputSize, outputSize, removeOldHours } from './records/sums.ts'

export interface RunRetentionDeps {
  store: Pick<Store, 'db' | 'transaction'>
  hub: string
  clock: Clock
  /** Retention in days after queueing; 0 means unlimited. */
  days: number
  outputBytes: number
  removeFiles(run: Pick<WorkRun, 'id' | 'runAs'>): Promise<void>
  onFailure(error: unknown): void
}

const DAY_MS = 86_400_000
const SWEEP_INTERVAL_MS = 3_600_000
const HOURS_RETENTION_MS = 31 * DAY_MS
/** Runs per transaction. A small number keeps other writers from waiting. */
const RUN_BATCH_SIZE = 50

export function startRunRetention(deps: RunRetentionDeps): AsyncDisposable {
  const { clock, onFailure } = deps
  return startLoop({
    clock,
    everyMs: SWEEP_INTERVAL_MS,
    work: (signal) => sweepRuns(deps, signal),
    onFailure,
  })
}

export async function sweepRuns(
  deps: Omit<RunRetentionDeps, 'onFailure'>,
  signal: AbortSignal,
): Promise<void> {
  const { clock, days, store, hub } = deps
  await removeOldHours(store.db, hub, clock.now() - HOURS_RETENTION_MS)
  if (days > 0) {
    const before = clock.now() - days * DAY_MS
    await removeOldRuns(deps, before, signal)
    await removeOldSlots(deps, before)
  }
  await removeOutput(deps, signal)
}

interface QueuePosition {
  queued_at_ms: EpochMs
  id: string
}

/** The last run of each task stays, because its result is of interest at any age. */
async function removeOldRuns(
  { store, hub, removeFiles }: Pick<RunRetentionDeps, 'store' | 'hub' | 'removeFiles'>,
  before: EpochMs,
  signal: AbortSignal,
): Promise<void> {
  let last: QueuePosition | null = null
  while (!signal.aborted) {
    const old: (QueuePosition & { run_as: string | null; is_last: number })[] = await oldRuns(
      store.db,
      { hub, before },
      last,
    )
    if (old.length === 0) return
    last = old.at(-1)!
    const removable = old.filter(({ is_last }) => is_last === 0)
    for (const { id, run_as } of removable) await removeFiles({ id, runAs: run_as })
    const ids = removable.map(({ id }) => id)
    if (ids.length > 0)
      await store.transaction(async (tx) => {
        await adjustOutputSize(tx, hub, -(await lockAndSumOutput(tx, hub, ids)))
        const sent = tx.selectFrom('outbox').select('id').where('hub', '=', hub).where('run_id', 'in', ids)
        await tx.deleteFrom('outbox_parts').where('outbox_id', 'in', sent).execute()
        await tx.deleteFrom('outbox').where('hub', '=', hub).where('run_id', 'in', ids).execute()
        for (const table of ['run_output', 'run_steps', 'run_events'] as const)
          await tx.deleteFrom(table).where('hub', '=', hub).where('run_id', 'in', ids).execute()
        await tx.deleteFrom('runs').where('hub', '=', hub).where('id', 'in', ids).execute()
      })
  }
}

const oldRuns = (
  db: Kysely<Tables>,
  { hub, before }: { hub: string; before: EpochMs },
  last: QueuePosition | null,
) =>
  db
    .selectFrom('runs')
    .where('runs.hub', '=', hub)
    .where('runs.queued_at_ms', '<', before)
    .where('runs.ended_at_ms', 'is not', null)
    .where('runs.unsettled', '=', 0)
    .$if(last !== null, (all) =>
      all.where((eb) =>
        eb(eb.refTuple('runs.queued_at_ms', 'runs.id'), '>', eb.tuple(last!.queued_at_ms, last!.id)),
      ),
    )
    .select((eb) => [
      'runs.id',
      'runs.queued_at_ms',
      'runs.run_as',
      eb
        .case()
        .when(
          eb.exists(
            eb
              .selectFrom('runs as later')
              .whereRef('later.hub', '=', 'runs.hub')
              .whereRef('later.workflow', '=', 'runs.workflow')
              .whereRef('later.queued_at_ms', '>', 'runs.queued_at_ms')
              .select('later.id'),
          ),
        )
        .then(0)
        .else(1)
        .end()
        .as('is_last'),
    ])
    .orderBy('runs.queued_at_ms')
    .orderBy('runs.id')
    .limit(RUN_BATCH_SIZE)
    .execute()

/**
 * Old slots can be removed, because `run_schedules` stores the time up to which the slots of each schedule were
 * processed.
 */
const removeOldSlots = ({ store: { db }, hub }: Pick<RunRetentionDeps, 'store' | 'hub'>, before: EpochMs) =>
  db
    .deleteFrom('run_slots')
    .where('hub', '=', hub)
    .where('slot_ms', '<', before)
    .where('last_slot_ms', '<', before)
    .execute()

async function removeOutput(
  { store, hub, outputBytes }: Pick<RunRetentionDeps, 'store' | 'hub' | 'outputBytes'>,
  signal: AbortSignal,
): Promise<void> {
  let excessBytes = (await outputSize(store, hub)) - outputBytes
  while (excessBytes > 0 && !signal.aborted) {
    const oldest = await store.db
      .selectFrom('runs')
      .where('hub', '=', hub)
      .where('output_bytes', '>', 0)
      .where('ended_at_ms', 'is not', null)
      .orderBy('queued_at_ms')
      .orderBy('id')
      .select(['id', 'output_bytes'])
      .limit(RUN_BATCH_SIZE)
      .execute()
    const ids: string[] = []
    for (const { id, output_bytes } of oldest) {
      if (excessBytes <= 0) break
      ids.push(id)
      excessBytes -= output_bytes
    }
    if (ids.length === 0) return // the remaining output belongs to unfinished runs
    await store.transaction(async (tx) => {
      await adjustOutputSize(tx, hub, -(await lockAndSumOutput(tx, hub, ids)))
      await tx.deleteFrom('run_output').where('hub', '=', hub).where('run_id', 'in', ids).execute()
      await tx
        .updateTable('runs')
        .set({ output_bytes: 0, output_removed: 1 })
        .where('hub', '=', hub)
        .where('id', 'in', ids)
        .execute()
    })
  }
}

/** Returns bytes. */
async function lockAndSumOutput(
  tx: Transaction<Tables>,
  hub: string,
  ids: readonly string[],
): Promise<number> {
  const rows = await tx
    .selectFrom('runs')
    .select('output_bytes')
    .where('hub', '=', hub)
    .where('id', 'in', ids)
    .forUpdate()
    .execute()
  return rows.reduce((sum, { output_bytes }) => sum + output_bytes, 0)
}
