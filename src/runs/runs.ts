import type { Clock, EpochMs } from '#base/clock.ts'
import type { Store } from '#store/store.ts'
import { createBatches, type Batches } from './batches.ts'
import { createLeases, type Leases } from './leases.ts'
import {
  countRuns,
  listRuns,
  readRun,
  readSteps,
  readUse,
  type RunFilter,
  type RunPage,
  type RunUse,
} from './history.ts'
import { readOutput } from './output.ts'
import { queueRun } from './queue.ts'
import type { NewRun, OutputPiece, Run, RunRef, Step } from './run.ts'
import { createSlots, type Slots } from './slots.ts'

/** Runs in the operational store, which several processes share. */
export interface Runs extends Leases, Batches, Slots {
  /** Queue a run. False, and nothing done, when there is one of that id already. */
  queue(run: NewRun): Promise<boolean>
  /** Ask to cancel a run. One that has not begun ends at once. @returns Whether it was still to end. */
  cancel(ref: RunRef, by: string): Promise<boolean>
  read(ref: RunRef): Promise<Run | null>
  /** In the order they began. */
  steps(ref: RunRef): Promise<Step[]>
  /** Output behind a piece, oldest first, at most some 1 MiB; 0 reads from the beginning. */
  output(ref: RunRef, after: number): Promise<OutputPiece[]>
  /** Newest first. */
  list(filter: RunFilter, page: { limit: number; offset: number }): Promise<RunPage>
  /** Tokens and cost of its turns. */
  use(ref: RunRef): Promise<RunUse>
  /** Runs queued in a span, by Hub. */
  count(span: {
    hubs: readonly string[]
    since: EpochMs
    until: EpochMs
  }): Promise<ReadonlyMap<string, number>>
}

export function createRuns(deps: { store: Store; clock: Pick<Clock, 'now'> }): Runs {
  const { store, clock } = deps
  return {
    ...createLeases(deps),
    ...createBatches(deps),
    ...createSlots(deps),
    queue: (run) => store.transaction((tx) => queueRun(tx, run, clock.now())),
    cancel: (ref, by) => cancelRun(store, ref, { by, at: clock.now() }),
    read: (ref) => readRun(store, ref),
    steps: (ref) => readSteps(store, ref),
    output: (ref, after) => readOutput(store, ref, after),
    list: (filter, page) => listRuns(store, filter, page),
    use: (ref) => readUse(store, ref),
    count: (span) => countRuns(store, span),
  }
}

async function cancelRun(
  { db }: Pick<Store, 'db'>,
  { hub, id }: RunRef,
  { by, at }: { by: string; at: EpochMs },
): Promise<boolean> {
  const asked = db
    .updateTable('runs')
    .where('hub', '=', hub)
    .where('id', '=', id)
    .set((eb) => ({ cancelled_by: eb.fn.coalesce('cancelled_by', eb.val(by)) }))
  const ended = await asked
    .where('status', '=', 'queued')
    .set({ status: 'cancelled', outcome: 'cancelled', ended_at_ms: at })
    .executeTakeFirst()
  if (ended.numUpdatedRows > 0n) return true
  const stopping = await asked.where('status', '=', 'running').executeTakeFirst()
  return stopping.numUpdatedRows > 0n
}
