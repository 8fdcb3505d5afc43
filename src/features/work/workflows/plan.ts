import { ancestorsOf } from './check-graph.ts'
import {
  evaluate,
  isTrue,
  type ExpressionScope,
  type StepOutcome,
} from '#features/work/runs/expression/evaluate.ts'
import { asksForStatus } from '#features/work/runs/expression/syntax.ts'
import type { WorkflowStep } from './workflow.ts'

/** How far steps are. One that is not in it waits. */
export type StepStates = ReadonlyMap<string, StepOutcome | 'running'>

type Node = Pick<WorkflowStep, 'id' | 'needs'>

/** Steps that wait for nothing any more, in the order of the file. */
export const readySteps = <S extends Node>(steps: readonly S[], states: StepStates): S[] =>
  steps.filter(({ id, needs }) => !states.has(id) && needs.every((need) => hasEnded(states.get(need))))

const hasEnded = (state: StepOutcome | 'running' | undefined): boolean =>
  state !== undefined && state !== 'running'

/**
 * Decides whether a ready step runs, or is skipped. Without `when` it runs unless an earlier step failed; the
 * same holds for a true condition, unless the condition checks for failures itself.
 */
export function shouldRun({ when }: Pick<WorkflowStep, 'when'>, scope: ExpressionScope): boolean {
  if (when === null) return !scope.hasFailed
  if (scope.hasFailed && !asksForStatus(when)) return false
  return isTrue(evaluate(when, scope))
}

/** Whether a need of each step, direct or indirect, has failed. */
export function failureWatch(steps: readonly Node[]): (id: string, states: StepStates) => boolean {
  const ancestors = ancestorsOf(steps)
  return (id, states) => [...ancestors.get(id)!].some((ancestor) => states.get(ancestor) === 'failed')
}
