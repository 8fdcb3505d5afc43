import type { Clock, EpochMs } from '#ground/base/clock.ts'
import { createPageMarks } from '#ground/store/page-marks.ts'
import type { Result } from '#ground/base/result.ts'
import type { WorkNotifications } from '#ground/bus/work-notifications.ts'
import type { Store } from '#ground/store/store.ts'
import type { RecordRunAction } from './records/run-actions.ts'
import { createBatches, type Batches } from './queue/batches.ts'
import { repeatRun, type Again, type Repeated } from './queue/repeat-run.ts'
import { cancelRun } from './queue/cancel.ts'
import { runFilterKey, type RunFilter, type RunMark } from './records/filter.ts'
import { createLeases, type Leases, type RunInstance } from './leases/leases.ts'
import type { NoteEnd } from './records/end-recorder.ts'
import {
  readRunList,
  readLatest,
  readRunById,
  readSteps,
  readUse,
  readUses,
  type ListedUse,
  type RunListPage,
  type RunUse,
} from './records/history.ts'
import { readRelatedRuns, type RelatedRuns } from './queue/related-runs.ts'
import { readOutput } from './records/output.ts'
import { queueRun } from './queue/queue.ts'
import type { NewRun, OutputPiece, WorkRun, RunRef, StoredRunStep } from './run.ts'
import { createScheduleSlots, type ScheduleSlots } from './queue/slots.ts'
import { countRuns } from './records/sums.ts'

export interface Runs extends Leases, Batches, ScheduleSlots {
  /** False if a run with this id exists. */
  queue(run: NewRun): Promise<boolean>
  /** A queued run ends at once. @returns False if the run had already ended. */
  cancel(ref: RunRef, by: string): Promise<boolean>
  read(ref: RunRef): Promise<WorkRun | null>
  latest(of: Pick<WorkRun, 'hub' | 'workflow'>): Promise<WorkRun | null>
  /** In the order of their start. */
  steps(ref: RunRef): Promise<StoredRunStep[]>
  /** Output after the piece `after`, oldest first, at most about 1 MiB; 0 reads from the beginning. */
  output(ref: RunRef, after: number): Promise<OutputPiece[]>
  list(filter: RunFilter, page: { limit: number; offset: number }): Promise<RunListPage>
  repeat(run: WorkRun, again: Again): Promise<Result<Repeated, string>>
  related(run: Pick<WorkRun, 'hub' | 'id' | 'workflow' | 'batch' | 'instance'>): Promise<RelatedRuns>
  use(ref: RunRef): Promise<RunUse>
  /** Keys: Hub and id, separated by a space. Runs without a turn are absent. */
  uses(refs: readonly RunRef[]): Promise<ReadonlyMap<string, ListedUse>>
  count(span: {
    hubs: readonly string[]
    since: EpochMs
    until: EpochMs
  }): Promise<ReadonlyMap<string, number>>
}

export interface RunsDeps {
  store: Store
  clock: Pick<Clock, 'now'>
  /** Without an instance, this process executes no runs. */
  instance?: RunInstance
  hubVersion?(): number | null
  recordAction?: RecordRunAction
  /** Called for runs that end without cancellation. */
  noteEnd?: NoteEnd
  /** Notifies the processes that execute the runs; by default they only poll. */
  notifications?: Pick<WorkNotifications, 'notify'>
}

export function createRuns(deps: RunsDeps): Runs {
  const { store, clock, recordAction: record = async () => {}, notifications } = deps
  const marks = createPageMarks<RunFilter, RunMark>(runFilterKey)
  return {
    ...createLeases(deps),
    ...createBatches(deps),
    ...createScheduleSlots(deps),
    async queue(run) {
      const isNew = await store.transaction(async (tx) => {
        const at = clock.now()
        const isNew = await queueRun(tx, run, at)
        const { requestedBy: actor, hub, id, workflow, runAs } = run
        if (isNew && actor) await record(tx, { action: 'run.start', at, actor, hub, id, workflow, runAs })
        return isNew
      })
      if (isNew) notifications?.notify('runs')
      return isNew
    },
    async repeat(run, again) {
      const repeated = await repeatRun({ store, clock, record }, run, again)
      if (repeated.ok && repeated.value.isNew) notifications?.notify('runs')
      return repeated
    },
    related: (run) => readRelatedRuns(store, run),
    cancel: (ref, by) => cancelRun(store, ref, { by, at: clock.now(), record }),
    read: (ref) => readRunById(store, ref),
    latest: (of) => readLatest(store, of),
    steps: (ref) => readSteps(store, ref),
    output: (ref, after) => readOutput(store, ref, after),
    list: (filter, page) => readRunList(store, marks, filter, page),
    use: (ref) => readUse(store, ref),
    uses: (refs) => readUses(store, refs),
    count: (span) => countRuns(store, span),
  }
}
