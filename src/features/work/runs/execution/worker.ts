import type { LostBy } from '#core/access/receipts.ts'
import type { Clock, EpochMs } from '#ground/base/clock.ts'
import { startPollLoop, type PollLoopOptions } from '#ground/bus/poll-loop.ts'
import type { Tracer } from '#ground/base/trace/tracer.ts'
import { executeRun, type Execution, type ExecutionEvents } from './execution.ts'
import type { RefusalOf } from './may-run.ts'
import { isTaskRun, type Executor, type WorkRun, type RunOutcome } from '../run.ts'
import type { Runs } from '../runs.ts'

export interface RunWorkerDeps {
  runs: Runs
  hub: string
  notifications: PollLoopOptions['notifications']
  owner: string
  clock: Clock
  executors: { task: Executor; workflow?: Executor | undefined }
  refusalOf: RefusalOf
  onAccessLost?(run: WorkRun, lost: { by: LostBy; startedAt: EpochMs }): void
  leaseMs: number
  parallel: number
  onEnd?(run: WorkRun, outcome: RunOutcome): void
  tracer: Tracer
  events: WorkerEvents
}

export interface WorkerEvents extends ExecutionEvents {
  runInterrupted(facts: { run: string; workflow: string }): void
  queueUnreadable(facts: { error: unknown }): void
}

const POLL_INTERVAL_MS = 1000
const POLLS_PER_LEASE = 6

export function startRunWorker(deps: RunWorkerDeps): AsyncDisposable {
  const { runs, hub, notifications, owner, clock, executors, leaseMs, parallel, events } = deps
  const running = new Map<string, Execution>()
  let exclusiveRunId: string | null = null

  const executorOf = (run: Pick<WorkRun, 'workflow'>): Executor | undefined =>
    isTaskRun(run) ? executors.task : executors.workflow

  const exclusiveWorkflows = () =>
    [executors.task, executors.workflow].flatMap((executor) => executor?.oneAtATime?.() ?? [])

  const begin = (run: WorkRun) => {
    const execution = executeRun({ ...deps, run, executor: executorOf(run) })
    running.set(run.id, execution)
    if (exclusiveWorkflows().includes(run.workflow)) exclusiveRunId = run.id
    void execution.ended.then((outcome) => {
      running.delete(run.id)
      if (exclusiveRunId === run.id) exclusiveRunId = null
      void loop.wake()
      if (outcome !== null) deps.onEnd?.(run, outcome)
    })
  }

  let checkedAt: EpochMs = -Infinity
  /** Searches for expired leases only a few times per lease duration, so that an idle Hub makes few queries. */
  const expire = async () => {
    const now = clock.now()
    if (now >= checkedAt && now < checkedAt + leaseMs / POLLS_PER_LEASE) return // checks again if the clock was set back
    const resumes = (workflow: string) => executorOf({ workflow })?.resumes ?? false
    const keep = new Set(running.keys())
    for (const run of await runs.expire(hub, { resumes, keep, leaseMs })) {
      events.runInterrupted({ run: run.id, workflow: run.workflow })
      deps.onEnd?.(run, 'error')
    }
    checkedAt = now
  }

  const claimRuns = async (closing: AbortSignal): Promise<null> => {
    await expire()
    while (running.size < parallel && !closing.aborted) {
      const run = await runs.claim(hub, owner, leaseMs, exclusiveRunId === null ? [] : exclusiveWorkflows())
      if (run === null) break
      begin(run)
    }
    return null
  }

  const loop = startPollLoop({
    clock,
    notifications,
    work: 'runs',
    everyMs: POLL_INTERVAL_MS,
    poll: claimRuns,
    onFailure: (error) => events.queueUnreadable({ error }),
  })

  return {
    async [Symbol.asyncDispose]() {
      await loop[Symbol.asyncDispose]()
      await Promise.all([...running.values()].map((execution) => execution.close()))
    },
  }
}
