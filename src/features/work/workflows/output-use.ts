import type { Expression } from '#features/work/runs/expression/syntax.ts'
import { expressionsOf } from '#features/work/runs/expression/template.ts'
import { templatesIn } from './template-tree.ts'
import type { StepAction, WorkflowStep } from './workflow.ts'

export const isOutputUsed = (steps: readonly Pick<WorkflowStep, 'work'>[], id: string): boolean =>
  steps.some(({ work }) => insertedBy(work).some((expression) => isOutputOf(expression, id)))

const isOutputOf = (expression: Expression, id: string): boolean =>
  expression.kind === 'path' &&
  expression.root === 'steps' &&
  expression.keys[0] === id &&
  expression.keys[1] === 'output'

const insertedBy = (work: StepAction): readonly Expression[] => {
  switch (work.kind) {
    case 'agent':
      return expressionsOf(work.prompt)
    case 'script':
      return work.script.values
    case 'tool':
      return [...templatesIn(work.args)].flatMap(({ template }) => expressionsOf(template))
    case 'workflow':
      return Object.values(work.inputs)
        .flatMap((tree) => [...templatesIn(tree)])
        .flatMap(({ template }) => expressionsOf(template))
  }
}
