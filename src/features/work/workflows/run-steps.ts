import type { ExpressionScope, StepOutcome } from '#features/work/runs/expression/evaluate.ts'
import { failureWatch, readySteps, shouldRun } from './plan.ts'
import { RunPaused } from '#features/work/runs/run.ts'
import type { WorkflowStep } from './workflow.ts'

/** How a step ended. */
export interface EndedStep {
  outcome: StepOutcome
  /** Output for later steps. */
  output: string | null
  error: string | null
  /** More of it, for the account alone. */
  detail: string | null
}

export interface StepsDeps {
  /** Scope of every step, without the outputs of steps. */
  scope: Omit<ExpressionScope, 'steps' | 'hasFailed'>
  /** How a step ended in an earlier try of the run; null when it is still to do. */
  earlier(step: WorkflowStep): EndedStep | null
  /**
   * Executes a step, unless the run has to be paused: then no further step begins. An error stops all others.
   */
  perform(step: WorkflowStep, scope: ExpressionScope, signal: AbortSignal): Promise<EndedStep | RunPaused>
  /** Note that a step is not done. */
  skip(step: WorkflowStep): Promise<void>
  signal: AbortSignal
}

/**
 * Executes every step once, each after its needs, with maximum parallelism. A failed step only stops the
 * steps that depend on it. The present steps count: added steps are executed too, and removed steps are not.
 *
 * @throws Errors of `perform`, that the run is paused, or the reason of `signal`, when nothing is running any
 * more.
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
      if (ready.length > 0) continue // skipped steps may unblock others
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
