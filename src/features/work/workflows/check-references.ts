import { hintAt } from '#ground/base/nearest-name.ts'
import { ancestorsOf, type GraphProblem } from './check-graph.ts'
import { ROOTS } from '#features/work/runs/expression/evaluate.ts'
import { partsOf, type Expression } from '#features/work/runs/expression/syntax.ts'
import { expressionsOf, parseTemplate, type Template } from '#features/work/runs/expression/template.ts'
import { templatesIn, treeOf } from './template-tree.ts'

interface Keys {
  inputs?: Readonly<Record<string, unknown>> | null | undefined
  steps: readonly StepKeys[]
}

interface StepKeys {
  id: string
  needs?: readonly string[] | null | undefined
  when?: Expression | null | undefined
  prompt?: string | null | undefined
  run?: string | null | undefined
  args?: unknown
  inputs?: unknown
}

export function checkReferences({ inputs, steps }: Keys): GraphProblem[] {
  const ancestors = ancestorsOf(steps)
  const known: Known = { inputs: Object.keys(inputs ?? {}), steps: steps.map(({ id }) => id) }
  return steps.flatMap((step, index) =>
    expressionsIn(step).flatMap(({ path, expression }) =>
      [...partsOf(expression)].flatMap((part) => {
        if (part.kind !== 'path') return []
        const message = wrong(part, known, ancestors.get(step.id)!)
        return message === null ? [] : [{ path: ['steps', index, ...path], message, at: part.at }]
      }),
    ),
  )
}

interface Known {
  inputs: readonly string[]
  steps: readonly string[]
}

type PathExpression = Extract<Expression, { kind: 'path' }>

function wrong({ root, keys }: PathExpression, known: Known, ancestors: ReadonlySet<string>): string | null {
  if (!ROOTS.includes(root))
    return `there is no ${root}${hintAt(root, ROOTS)}; expressions begin with ${ROOTS.join(', ')}`
  const [first, field] = keys
  if (root === 'run')
    return first === 'id' || first === 'trigger' || first === 'workflow'
      ? null
      : 'expected run.id, run.trigger or run.workflow'
  if (root === 'inputs')
    return typeof first === 'string' && known.inputs.includes(first)
      ? null
      : `there is no input ${first ?? ''}${hintAt(String(first), known.inputs)}`
  if (root !== 'steps') return null
  if (typeof first !== 'string' || !known.steps.includes(first))
    return `there is no step ${first ?? ''}${hintAt(String(first), known.steps)}`
  if (field !== 'output' && field !== 'outcome')
    return `expected steps.${first}.output or steps.${first}.outcome`
  return ancestors.has(first)
    ? null
    : `steps.${first} may not have ended yet: ${first} is not among the step’s needs`
}

function expressionsIn(step: StepKeys): { path: readonly PropertyKey[]; expression: Expression }[] {
  const templates: { path: readonly PropertyKey[]; template: Template }[] = []
  for (const key of ['prompt', 'run'] as const) {
    const parsed = parseTemplate(step[key] ?? '')
    if (parsed.ok) templates.push({ path: [key], template: parsed.value })
  }
  for (const key of ['args', 'inputs'] as const)
    templates.push(...templatesIn(treeOf(step[key] ?? null), [key]))
  const conditions = step.when ? [{ path: ['when'], expression: step.when }] : []
  return [
    ...conditions,
    ...templates.flatMap(({ path, template }) =>
      expressionsOf(template).map((expression) => ({ path, expression })),
    ),
  ]
}
