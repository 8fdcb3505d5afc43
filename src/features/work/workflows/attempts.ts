import type { Clock, EpochMs } from '#ground/base/clock.ts'
import {
  RunPaused,
  RunStopped,
  type RunContext,
  type StoredRunStep,
  type StepEnd,
} from '#features/work/runs/run.ts'
import type { EndedStep } from './run-steps.ts'
import type { WorkflowStep } from './workflow.ts'

const MAX_CUT_OFFS = 3

/** Step ids are full: they include the ids of calling steps. */
export interface StepAttempts {
  ended(id: string, step: WorkflowStep): EndedStep | null
  /**
   * Stores the start of each attempt before it executes `work`, and its end before the next attempt starts or the
   * promise resolves.
   */
  perform(id: string, step: WorkflowStep, work: StepWork): Promise<EndedStep | RunPaused>
  skip(id: string, step: WorkflowStep): Promise<void>
}

export interface StepWork {
  signal: AbortSignal
  withLimit<T>(work: () => Promise<T>): Promise<T>
  /** @throws Only the reason of the aborted `signal`, or a `RunPaused`. */
  attempt(): Promise<StepEnd & { state: 'done' | 'failed' }>
}

type KnownStep = Pick<StoredRunStep, 'state' | 'attempt' | 'output' | 'error' | 'detail' | 'endedAt'>

export function createStepAttempts(context: RunContext, clock: Clock): StepAttempts {
  const steps = new Map<string, KnownStep>(context.steps.map((step) => [step.id, step]))
  const uncountedAttempts = new Map<string, number>()
  for (const { id, state, attempt } of context.steps)
    if (state === 'cancelled') uncountedAttempts.set(id, attempt)
  const countedAttempts = (id: string) => (steps.get(id)?.attempt ?? 0) - (uncountedAttempts.get(id) ?? 0)

  const finish = async (id: string, attempt: number, end: StepEnd): Promise<void> => {
    const { state, output = null, error = null, detail = null } = end
    steps.set(id, { state, attempt, output, error, detail, endedAt: clock.now() })
    await context.finishStep(id, end)
  }
  const start = async (id: string, step: WorkflowStep): Promise<number> => {
    const attempt = (steps.get(id)?.attempt ?? 0) + 1
    await context.startStep({ id, title: step.id, kind: step.work.kind, attempt })
    return attempt
  }
  /** Finished steps of the nested workflow do not run again. */
  const restartNested = (id: string) => {
    for (const [inner, { state, attempt }] of steps)
      if (inner.startsWith(`${id}/`) && state !== 'done') {
        uncountedAttempts.set(inner, attempt)
        steps.set(inner, {
          state: 'cancelled',
          attempt,
          output: null,
          error: null,
          detail: null,
          endedAt: null,
        })
      }
  }

  return {
    ended(id, step) {
      const known = steps.get(id)
      if (known?.state === 'done' || known?.state === 'skipped') return endedOf(known)
      return known?.state === 'failed' && countedAttempts(id) > step.retry.times ? endedOf(known) : null
    },

    async perform(id, step, { signal, withLimit, attempt: makeAttempt }) {
      const known = steps.get(id)
      if (known?.state === 'running' && countedAttempts(id) > step.retry.times + MAX_CUT_OFFS) {
        await finish(id, known.attempt, { state: 'failed', error: CUT_OFF })
        return endedOf(steps.get(id)!)
      }
      for (;;) {
        const last = steps.get(id)
        if (last?.state === 'failed') {
          await clock.sleep(restOfDelay(last.endedAt, step.retry.delayMs, clock.now()), signal)
          restartNested(id)
        }
        const paused = await withLimit(async () => {
          const attempt = await start(id, step)
          try {
            await finish(id, attempt, await makeAttempt())
            return null
          } catch (error) {
            if (error instanceof RunPaused) {
              await finish(id, attempt, { state: 'cancelled' })
              return error
            }
            if (!signal.aborted || isResumable(signal)) throw error
            await finish(id, attempt, { state: 'cancelled' })
            throw error
          }
        })
        if (paused) return paused
        const now = steps.get(id)!
        if (now.state === 'done' || countedAttempts(id) > step.retry.times) return endedOf(now)
      }
    },

    async skip(id, step) {
      const attempt = await start(id, step)
      await finish(id, attempt, { state: 'skipped' })
    },
  }
}

const CUT_OFF = 'The process that ran the step ended each time, so the step is not retried.'

const endedOf = ({ state, output, error, detail }: KnownStep): EndedStep => ({
  outcome: state === 'done' ? 'done' : state === 'skipped' ? 'skipped' : 'failed',
  output,
  error,
  detail,
})

const restOfDelay = (endedAt: EpochMs | null, delayMs: number, now: EpochMs): number =>
  Math.max(0, Math.min(delayMs, (endedAt ?? 0) + delayMs - now))

/** True if another process continues the run, so the stored state of the step must not become `cancelled`. */
const isResumable = ({ reason }: AbortSignal): boolean =>
  reason instanceof RunStopped && (reason.reason === 'closing' || reason.reason === 'lost')
