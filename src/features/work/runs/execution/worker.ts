import type { LostBy } from '#core/access/receipts.ts'
import type { Clock, EpochMs } from '#ground/base/clock.ts'
import { startLooking, type LookingOptions } from '#ground/bus/poll-loop.ts'
import type { Tracer } from '#ground/base/trace/tracer.ts'
import { executeRun, type Execution, type ExecutionEvents } from './execution.ts'
import type { RefusalOf } from './may-run.ts'
import { isTaskRun, type Executor, type WorkRun, type RunOutcome } from '../run.ts'
import type { Runs } from '../runs.ts'

export interface RunWorkerDeps {
  runs: Runs
  /** Slug of the Hub whose runs it executes. */
  hub: string
  notifications: LookingOptions['notifications']
  /** Names this process among all that share the store. */
  owner: string
  clock: Clock
  /** For markdown tasks, and for workflows. A Hub without workflows has none. */
  executors: { task: Executor; workflow?: Executor | undefined }
  /** Reason why a run may not be executed, checked right before; null when it may. */
  refusalOf: RefusalOf
  /** A run was stopped in its midst since its account has lost its access. */
  onAccessLost?(run: WorkRun, lost: { by: LostBy; startedAt: EpochMs }): void
  /** Time after the last heartbeat of its process until a run counts as interrupted. */
  leaseMs: number
  /** Runs at a time. */
  parallel: number
  /** A run has ended here, or was found to have been cut off. */
  onEnd?(run: WorkRun, outcome: RunOutcome): void
  tracer: Tracer
  events: WorkerEvents
}

export interface WorkerEvents extends ExecutionEvents {
  /** A run whose process died has ended with `error`. */
  runInterrupted(facts: { run: string; workflow: string }): void
  /** The store can't be read; it is tried again. */
  queueUnreadable(facts: { error: unknown }): void
}

const POLL_INTERVAL_MS = 1000
/** Checks per lease for expired leases of other processes. */
const POLLS_PER_LEASE = 6

/**
 * Executes the queued runs of a Hub. Closing stops running ones: `Executor.resumes` decides whether they
 * continue later.
 */
export function startRunWorker(deps: RunWorkerDeps): AsyncDisposable {
  const { runs, hub, notifications, owner, clock, executors, leaseMs, parallel, events } = deps
  const running = new Map<string, Execution>()
  /** Id of the running run among those that must run alone. */
  let alone: string | null = null

  const executorOf = (run: Pick<WorkRun, 'workflow'>): Executor | undefined =>
    isTaskRun(run) ? executors.task : executors.workflow

  const onesAtATime = () =>
    [executors.task, executors.workflow].flatMap((executor) => executor?.oneAtATime?.() ?? [])

  const begin = (run: WorkRun) => {
    const execution = executeRun({ ...deps, run, executor: executorOf(run) })
    running.set(run.id, execution)
    if (onesAtATime().includes(run.workflow)) alone = run.id
    void execution.ended.then((outcome) => {
      running.delete(run.id)
      if (alone === run.id) alone = null
      void loop.wake()
      if (outcome !== null) deps.onEnd?.(run, outcome)
    })
  }

  let expiredAt: EpochMs = -Infinity
  /** Checked some time after leases have expired, so that an idle Hub makes few queries. */
  const expire = async () => {
    const now = clock.now()
    if (now >= expiredAt && now < expiredAt + leaseMs / POLLS_PER_LEASE) return // a clock may be set back
    const resumes = (workflow: string) => executorOf({ workflow })?.resumes ?? false
    const keep = new Set(running.keys())
    for (const run of await runs.expire(hub, { resumes, keep, leaseMs })) {
      events.runInterrupted({ run: run.id, workflow: run.workflow })
      deps.onEnd?.(run, 'error')
    }
    expiredAt = now
  }

  const look = async (closing: AbortSignal): Promise<null> => {
    await expire()
    while (running.size < parallel && !closing.aborted) {
      const run = await runs.claim(hub, owner, leaseMs, alone === null ? [] : onesAtATime())
      if (run === null) break
      begin(run)
    }
    return null // an expiring lease is not urgent: a silent machine makes notifications unreliable
  }

  const loop = startLooking({
    clock,
    notifications,
    work: 'runs',
    everyMs: POLL_INTERVAL_MS,
    look,
    onFailure: (error) => events.queueUnreadable({ error }),
  })

  return {
    async [Symbol.asyncDispose]() {
      await loop[Symbol.asyncDispose]()
      await Promise.all([...running.values()].map((execution) => execution.close()))
    },
  }
}
