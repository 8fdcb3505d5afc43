import type { ExpressionScope, StepOutcome } from '#features/work/runs/expression/evaluate.ts'
import { failureWatch, readySteps, shouldRun } from './plan.ts'
import { RunPaused } from '#features/work/runs/run.ts'
import type { WorkflowStep } from './workflow.ts'

export interface EndedStep {
  outcome: StepOutcome
  output: string | null
  error: string | null
  /** Only the account of the run may see this text. */
  detail: string | null
}

export interface StepsDeps {
  scope: Omit<ExpressionScope, 'steps' | 'hasFailed'>
  earlier(step: WorkflowStep): EndedStep | null
  /** If it returns a `RunPaused`, no further step starts. If it throws, all other steps are stopped. */
  perform(step: WorkflowStep, scope: ExpressionScope, signal: AbortSignal): Promise<EndedStep | RunPaused>
  skip(step: WorkflowStep): Promise<void>
  signal: AbortSignal
}

/**
 * A failed step does not end the run: only steps that need it are skipped, unless their conditions check for failures.
 * @throws After all steps have ended: an error or `RunPaused` of `perform`, or the reason of `signal`.
 */
export async function runSteps(
  current: () => readonly WorkflowStep[],
  { scope, earlier, perform, skip, signal }: StepsDeps,
): Promise<ReadonlyMap<string, EndedStep>> {
  const ended = new Map<string, EndedStep>()
  const states = new Map<string, StepOutcome | 'running'>()
  const broken = new AbortController()
  const stop = AbortSignal.any([signal, broken.signal])
  const running = new Set<Promise<void>>()

  const end = (id: string, how: EndedStep) => {
    states.set(id, how.outcome)
    ended.set(id, how)
  }
  let paused: RunPaused | null = null as RunPaused | null
  let steps: readonly WorkflowStep[] = []
  let hasFailed = failureWatch(steps)
  const recall = () => {
    for (const step of steps) {
      const known = states.has(step.id) ? null : earlier(step)
      if (known) end(step.id, known)
    }
  }

  const run = async (step: WorkflowStep, whole: ExpressionScope) => {
    try {
      const how = await perform(step, whole, stop)
      if (how instanceof RunPaused) paused = how
      else end(step.id, how)
    } catch (error) {
      broken.abort(error)
    }
  }
  const scopeOf = (id: string): ExpressionScope => ({
    ...scope,
    steps: Object.fromEntries(ended),
    hasFailed: hasFailed(id, states),
  })

  try {
    for (;;) {
      stop.throwIfAborted()
      if (steps !== current()) {
        steps = current()
        hasFailed = failureWatch(steps)
        recall()
      }
      const ready = paused ? [] : readySteps(steps, states)
      for (const step of ready) {
        const whole = scopeOf(step.id)
        if (shouldRun(step, whole)) {
          states.set(step.id, 'running')
          const performing = run(step, whole).finally(() => running.delete(performing))
          running.add(performing)
        } else {
          await skip(step)
          end(step.id, { outcome: 'skipped', output: null, error: null, detail: null })
        }
      }
      if (ready.length > 0) continue // skipped steps may unblock other steps
      if (running.size === 0) {
        if (paused) throw paused
        return ended
      }
      await Promise.race(running)
    }
  } catch (error) {
    broken.abort(error)
    await Promise.all(running)
    throw error
  }
}
