import type { LostBy } from '#core/access/receipts.ts'
import type { Clock, EpochMs } from '#ground/base/clock.ts'
import { recheck } from '#ground/base/recheck.ts'
import { retried } from '#ground/base/retry.ts'
import type { Tracer } from '#ground/base/trace/tracer.ts'
import { isStoreUnavailable } from '#ground/store/errors.ts'
import { throughOutage } from '#ground/store/retry-in-outage.ts'
import type { RefusalOf, RunRefusal } from './may-run.ts'
import { createOutputWriter, type OutputWriter } from './output-writer.ts'
import {
  RunPaused,
  RunStopped,
  statusOf,
  type Executor,
  type WorkRun,
  type RunContext,
  type RunEnd,
  type RunOutcome,
  type StoredRunStep,
} from '../run.ts'
import type { Runs } from '../runs.ts'
import { tracedRun } from './tracing.ts'

export interface ExecutionEvents {
  runStarted(facts: { run: string; workflow: string; trigger: string }): void
  runEnded(facts: { run: string; workflow: string; outcome: string; ms: number }): void
  runPaused(facts: { run: string; workflow: string; reason: string }): void
  runFailed(facts: { run: string; workflow: string; outcome: string; ms: number; reason: string }): void
  /** The end of a run could not be stored before this process stopped. The run will count as interrupted. */
  runUnrecorded(facts: { run: string; error: unknown }): void
}

export interface ExecutionDeps {
  runs: Runs
  run: WorkRun
  executor: Executor | undefined
  owner: string
  clock: Clock
  leaseMs: number
  refusalOf: RefusalOf
  onAccessLost?(run: WorkRun, lost: { by: LostBy; startedAt: EpochMs }): void
  tracer: Tracer
  events: ExecutionEvents
}

export interface Execution {
  /** Resolves when this process no longer works on the run, with null if the run has not ended. Never rejects. */
  readonly ended: Promise<RunOutcome | null>
  close(): Promise<unknown>
}

/**
 * A run must end within 5 s after it loses access. Killing a script takes up to 2 s. The remaining time allows for a
 * slow check of access.
 */
const RECHECK_MS = 1500
/** A run detects its cancellation at its next heartbeat. */
const MAX_HEARTBEAT_MS = 1000

export function executeRun(deps: ExecutionDeps): Execution {
  const stop = new AbortController()
  const closing = new AbortController()
  const ended = execute(deps, stop, closing.signal).catch((error: unknown) => {
    deps.events.runUnrecorded({ run: deps.run.id, error })
    return null
  })
  return {
    ended,
    close() {
      closing.abort()
      stop.abort(new RunStopped('closing'))
      return ended
    },
  }
}

async function execute(
  deps: ExecutionDeps,
  stop: AbortController,
  closing: AbortSignal,
): Promise<RunOutcome | null> {
  const { runs, run, executor, owner, clock, events } = deps
  const { hub, id, workflow, trigger } = run
  const holder = { hub, id, owner }
  const startedAt = clock.now()
  events.runStarted({ run: id, workflow, trigger })
  const over = new AbortController()
  const beating = beat(deps, stop, over.signal, startedAt)
  const output = createOutputWriter({ runs, run, clock })
  try {
    const end = await endOf(deps, stop, output.write)
    const lost = lostByOf(stop.signal)
    if (lost) deps.onAccessLost?.(run, { by: lost, startedAt })
    await output[Symbol.asyncDispose]()
    if (stoppedFor(stop.signal) === 'lost') return null
    if (end instanceof RunPaused) {
      if (await onceStored(clock, closing, () => runs.pause(holder, end)))
        events.runPaused({ run: id, workflow, reason: end.message })
      return null
    }
    if (stoppedFor(stop.signal) === 'closing' && executor?.resumes && end.outcome !== 'done') {
      await runs.release(holder)
      return null
    }
    const isOurs = await onceStored(clock, closing, () => runs.finish(holder, end))
    if (!isOurs) return null
    const facts = { run: id, workflow, outcome: end.outcome, ms: clock.now() - startedAt }
    if (statusOf(end.outcome) === 'failed')
      events.runFailed({ ...facts, reason: end.error ?? 'it was not finished' })
    else events.runEnded(facts)
    return end.outcome
  } finally {
    over.abort()
    await beating
  }
}

const onceStored = <T>(
  clock: Pick<Clock, 'sleep'>,
  givenUp: AbortSignal,
  write: () => Promise<T>,
): Promise<T> => retried(write, { clock, signal: givenUp, isPassing: isStoreUnavailable, ...STORE_PAUSES })

const STORE_PAUSES = { firstMs: 250, longestMs: 5000 }

async function endOf(
  deps: ExecutionDeps,
  stop: AbortController,
  write: OutputWriter['write'],
): Promise<RunEnd | RunPaused> {
  const { runs, run, executor, owner, clock, tracer } = deps
  const { signal } = stop
  const { hub, id } = run
  const holder = { hub, id, owner }
  if (!executor) return { outcome: 'error', error: `Nothing here executes ${run.workflow}.`, isExcused: true }
  try {
    await admit(deps, stop, { isBegun: false })
    using _ = watchAccess(deps, stop)
    const steps = await throughOutage(() => runs.steps(run), { clock, signal })
    const positions = positionsAfter(steps)
    const tries = new Map<string, number>()
    const context: Omit<RunContext, 'traceparent'> = {
      signal,
      steps,
      async startStep({ attempt = 1, ...step }) {
        await admit(deps, stop, { isBegun: tries.size > 0 })
        const begun = { ...step, attempt, position: positions.of(step.id) }
        await throughOutage(() => runs.startStep(holder, begun), { clock, signal })
        tries.set(step.id, attempt)
      },
      finishStep: (step, stepEnd) => onceStored(clock, signal, () => runs.finishStep(holder, step, stepEnd)),
      output: (text, step) =>
        write(text, step === undefined ? undefined : { step, attempt: tries.get(step) ?? 1 }),
    }
    const end = await tracedRun(tracer, run, context, (traced) => executor.execute(run, traced))
    return stopped(signal) && end.outcome !== 'done' ? endWhenStopped(signal, end) : end
  } catch (error) {
    if (stopped(signal)) return endWhenStopped(signal, {})
    if (error instanceof RunPaused) return error
    return { outcome: 'error', error: 'It failed unexpectedly.', detail: messageOf(error) }
  }
}

/** @throws The signal's reason if the run may not continue. */
async function admit(
  deps: ExecutionDeps,
  stop: AbortController,
  { isBegun }: { isBegun: boolean },
): Promise<void> {
  const objection = await objectionTo(deps, stop.signal)
  if (objection) stop.abort(isBegun ? objection : new RunStopped(objection.reason, objection.message))
  stop.signal.throwIfAborted()
}

async function objectionTo(
  { run, refusalOf, clock }: ExecutionDeps,
  signal: AbortSignal,
): Promise<RunStopped | null> {
  try {
    const refusal = await throughOutage(() => refusalOf(run), { clock, signal })
    return refusal && stoppedBy(refusal)
  } catch (error) {
    const why = `The access of ${run.runAs ?? 'the run'} could not be checked: ${messageOf(error)}`
    return new RunStopped('unchecked', why)
  }
}

/** Stops a run that loses access. While access cannot be checked, the run starts no step and its lease expires. */
const watchAccess = (deps: ExecutionDeps, stop: AbortController): Disposable =>
  recheck(
    { clock: deps.clock, everyMs: RECHECK_MS },
    async () => {
      const refusal = await deps.refusalOf(deps.run)
      return refusal && stoppedBy(refusal)
    },
    (objection) => stop.abort(objection),
  )

const endWhenStopped = (signal: AbortSignal, end: Partial<RunEnd>): RunEnd =>
  stoppedFor(signal) === 'cancelled'
    ? { result: end.result ?? null, outcome: 'cancelled' }
    : {
        outcome: 'error',
        error: messageOf(signal.reason),
        isExcused: true,
        isRefused: stoppedFor(signal) === 'refused',
      }

/** Renews the lease until the run is over. Stops the run if it was cancelled or has another owner. */
async function beat(
  { runs, run, owner, clock, leaseMs }: ExecutionDeps,
  stop: AbortController,
  over: AbortSignal,
  startedAt: EpochMs,
): Promise<void> {
  const { hub, id } = run
  let heldUntil = startedAt + leaseMs
  for (;;) {
    try {
      await clock.sleep(Math.min(MAX_HEARTBEAT_MS, leaseMs / 3), over)
    } catch {
      return
    }
    const at = clock.now()
    const lease = await runs.beat({ hub, id, owner }, leaseMs).catch(() => 'unknown' as const)
    if (over.aborted) return
    if (lease === 'ours' || lease === 'cancelling') heldUntil = at + leaseMs
    if (lease === 'cancelling') stop.abort(new RunStopped('cancelled'))
    if (lease === 'lost' || clock.now() >= heldUntil) return stop.abort(new RunStopped('lost'))
  }
}

const positionsAfter = (steps: readonly StoredRunStep[]) => {
  const known = new Map(steps.map(({ id }, index) => [id, index + 1]))
  return {
    of(id: string): number {
      if (!known.has(id)) known.set(id, known.size + 1)
      return known.get(id)!
    },
  }
}

const stoppedBy = ({ message, lostBy }: RunRefusal) => new RunStopped('refused', message, lostBy)

const stopped = (signal: AbortSignal): boolean => signal.aborted

const stoppedFor = ({ reason }: AbortSignal): RunStopped['reason'] | null =>
  reason instanceof RunStopped ? reason.reason : null

const lostByOf = ({ reason }: AbortSignal): LostBy | null =>
  reason instanceof RunStopped ? reason.lostBy : null

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
