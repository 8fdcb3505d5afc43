import { ancestorsOf } from './check-graph.ts'
import {
  evaluate,
  isTrue,
  type ExpressionScope,
  type StepOutcome,
} from '#features/work/runs/expression/evaluate.ts'
import { usesStatus } from '#features/work/runs/expression/syntax.ts'
import type { WorkflowStep } from './workflow.ts'

export type StepStates = ReadonlyMap<string, StepOutcome | 'running'>

type Node = Pick<WorkflowStep, 'id' | 'needs'>

export const readySteps = <S extends Node>(steps: readonly S[], states: StepStates): S[] =>
  steps.filter(({ id, needs }) => !states.has(id) && needs.every((need) => hasEnded(states.get(need))))

const hasEnded = (state: StepOutcome | 'running' | undefined): boolean =>
  state !== undefined && state !== 'running'

/** After a failure of a needed step, a step runs only if its condition checks for failures. */
export function shouldRun({ when }: Pick<WorkflowStep, 'when'>, scope: ExpressionScope): boolean {
  if (when === null) return !scope.hasFailed
  if (scope.hasFailed && !usesStatus(when)) return false
  return isTrue(evaluate(when, scope))
}

export function failureWatch(steps: readonly Node[]): (id: string, states: StepStates) => boolean {
  const ancestors = ancestorsOf(steps)
  return (id, states) => [...ancestors.get(id)!].some((ancestor) => states.get(ancestor) === 'failed')
}
