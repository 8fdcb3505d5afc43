import { z } from 'zod'
import { ModelChoice } from '#ground/hub/model-choice.ts'
import { shortText, ToolNames } from '#ground/hub/short-text.ts'
import {
  checkTrigger,
  DefinitionKeys,
  triggerKeyOf,
} from '#features/work/runs/definitions/definition-keys.ts'
import { checkGraph } from './check-graph.ts'
import { checkReferences } from './check-references.ts'
import { parseDuration } from '#ground/base/duration.ts'
import { parseCondition } from '#features/work/runs/expression/condition.ts'
import type { Misread } from '#features/work/runs/expression/syntax.ts'
import { parseTemplate } from '#features/work/runs/expression/template.ts'
import { checkValue } from './inputs.ts'
import { parseScript } from './shell/script.ts'
import { treeProblems } from './template-tree.ts'

const flag = z.boolean('expected true or false')
const name = z
  .string('expected a name')
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, 'expected letters, digits, “.”, “_” and “-”')
const word = z
  .string('expected a name')
  .regex(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/, 'expected a letter, then letters, digits, “_” and “-”')

const MAX_DURATION_MS = 7 * 86_400_000
const time = (shortestMs: number) =>
  z.string('expected such as 30s or 10m').transform((value, context) => {
    const ms = parseDuration(value)
    if (ms !== null && ms >= shortestMs && ms <= MAX_DURATION_MS) return ms
    context.addIssue('expected a time up to 7d, such as 30s or 10m')
    return z.NEVER
  })

const misread = ({ message, at }: Misread) => ({ code: 'custom' as const, message, params: { at } })

const template = (value: z.ZodString) =>
  value.superRefine((given, context) => {
    const parsed = parseTemplate(given)
    if (!parsed.ok) context.addIssue(misread(parsed.refusal))
  })

const values = z
  .record(word, z.json('expected text, numbers, lists and objects'), 'expected `name: value` lines')
  .superRefine((given, context) => {
    for (const { path, message, at = 0 } of treeProblems(given))
      context.addIssue({ ...misread({ message, at }), path })
  })

const Retry = z.strictObject(
  {
    times: z.int('expected a whole number').min(1, 'expected at least 1').max(20, 'expected at most 20'),
    delay: time(0).nullish(),
  },
  'expected { times, delay }',
)

const WORK = ['prompt', 'run', 'tool', 'workflow'] as const
const BELONGS = { args: 'tool', inputs: 'workflow', model: 'prompt', tools: 'prompt' } as const

const StepKeys = z
  .strictObject(
    {
      id: word,
      prompt: template(z.string('expected text').min(1, 'expected some text')).nullish(),
      run: z
        .string('expected a shell script')
        .min(1, 'expected a shell script')
        .superRefine((given, context) => {
          if (given.includes('\0')) return context.addIssue('holds a NUL character, which no script can have')
          const parsed = parseScript(given)
          if (!parsed.ok) context.addIssue(misread(parsed.refusal))
        })
        .nullish(),
      tool: shortText(128).nullish(),
      args: values.nullish(),
      workflow: name.nullish(),
      inputs: values.nullish(),
      model: ModelChoice.nullish(),
      tools: ToolNames.nullish(),
      needs: z
        .union([word.transform((id) => [id]), z.array(word)], 'expected a step’s id, or a list of them')
        .nullish(),
      when: z
        .union([z.string(), z.boolean()], 'expected an expression')
        .transform((value, context) => {
          const parsed = parseCondition(String(value))
          if (parsed.ok) return parsed.value
          context.addIssue(misread(parsed.refusal))
          return z.NEVER
        })
        .nullish(),
      retry: Retry.nullish(),
      timeout: time(1).nullish(),
    },
    'expected a step: `id`, and what it does',
  )
  .superRefine((step, context) => {
    const given = WORK.filter((key) => step[key] != null)
    if (given.length !== 1)
      context.addIssue(
        `a step does one thing: expected one of ${WORK.join(', ')}, found ${given.join(' and ') || 'none'}`,
      )
    for (const [key, owner] of Object.entries(BELONGS) as [keyof typeof BELONGS, (typeof WORK)[number]][])
      if (step[key] != null && step[owner] == null)
        context.addIssue({ code: 'custom', path: [key], message: `only a step with \`${owner}\` has ${key}` })
  })

const InputKeys = z
  .strictObject(
    {
      type: z.enum(['string', 'number', 'boolean'], 'expected string, number or boolean').default('string'),
      description: z.string('expected text').max(2000, 'expected at most 2,000 characters').nullish(),
      required: flag.nullish(),
      default: z
        .union([z.string(), z.number(), z.boolean()], 'expected text, a number, true or false')
        .nullish(),
    },
    'expected { type, description, required, default }',
  )
  .superRefine((input, context) => {
    if (input.default == null) return
    const checked = checkValue(input.type, input.default)
    if (!checked.ok) context.addIssue({ code: 'custom', path: ['default'], message: checked.refusal })
  })

export const WorkflowKeys = z
  .strictObject({
    name: name.nullish(),
    ...DefinitionKeys,
    inputs: z.record(word, InputKeys, 'expected `name: { type, … }` lines').nullish(),
    steps: z
      .array(StepKeys, 'expected a list of steps')
      .min(1, 'expected at least one step')
      .max(200, 'expected at most 200 steps'),
  })
  .superRefine((keys, context) => {
    const complain = (path: PropertyKey[], message: string) =>
      context.addIssue({ code: 'custom', path, message })
    checkTrigger('workflow', keys, (key, message) => complain([key], message))
    const trigger = triggerKeyOf(keys)
    for (const [input, spec] of Object.entries(keys.inputs ?? {}))
      if (trigger && spec.required && spec.default == null)
        complain(['inputs', input], `is required, but nobody gives it to a workflow with ${trigger}`)
    const graph = checkGraph(keys.steps)
    for (const { path, message } of graph) complain(path, message)
    if (graph.length > 0) return // the following checks need unique step ids and valid `needs`
    for (const { path, message, at = 0 } of checkReferences(keys))
      context.addIssue({ ...misread({ message, at }), path })
  })

export type WorkflowKeys = z.infer<typeof WorkflowKeys>
export type StepKeys = z.infer<typeof StepKeys>
