import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { HubProblem } from '#ground/hub/hub.ts'
import { readYamlWithPositions } from '#ground/hub/yaml-positions.ts'
import { normalEmail } from '#ground/identity/caller.ts'
import { locateDeliver, triggerOf } from '#features/work/runs/definitions/definition-keys.ts'
import type { InputSpec, NamedTool } from '#features/work/runs/definitions/definition.ts'
import type { Misread } from '#features/work/runs/expression/syntax.ts'
import { parseTemplate } from '#features/work/runs/expression/template.ts'
import { WorkflowKeys, type StepKeys } from './file-keys.ts'
import { parseScript } from './shell/script.ts'
import { treeOf } from './template-tree.ts'
import type { StepAction, Workflow, WorkflowStep } from './workflow.ts'

const DEFAULT_TIMEOUT_MS = 30 * 60_000
const DEFAULT_DELAY_MS = 10_000
const MAX_CHARACTERS = 512 * 1024

/** `id` is the file's name without extension. `file` is relative to the Hub's folder. */
export function parseWorkflowFile(content: string, id: string, file: string): Result<Workflow, HubProblem[]> {
  if (content.length > MAX_CHARACTERS)
    return refused([{ file, line: 1, column: 1, message: 'is larger than 512 KiB' }])
  const read = readYamlWithPositions(WorkflowKeys, content.replace(/^\uFEFF/, ''), 1)
  if (!read.ok) return refused(read.refusal.map((complaint) => ({ file, ...complaint })))
  const { value: keys, placeOf } = read.value
  return accepted({
    name: keys.name ?? id,
    description: keys.description ?? '',
    file,
    trigger: triggerOf(keys, placeOf('on_webhook')),
    runAs: keys.run_as ? normalEmail(keys.run_as) : null,
    enabled: keys.enabled ?? true,
    missed: keys.missed ?? 'run_once',
    inputs: Object.entries(keys.inputs ?? {}).map(([name, input]): InputSpec => ({
      name,
      type: input.type,
      description: input.description ?? '',
      required: input.required ?? false,
      default: input.default ?? null,
    })),
    deliver: locateDeliver(keys.deliver, placeOf),
    steps: keys.steps.map(stepOf),
    namedTools: keys.steps.flatMap(({ id, tool, tools }, index): NamedTool[] => {
      const place = (...path: PropertyKey[]) => placeOf('steps', index, ...path)
      const called = { key: `steps.${id}.tool`, isAdded: false }
      const added = { key: `steps.${id}.tools`, isAdded: true }
      return [
        ...(tool == null ? [] : [{ tool, ...called, place: place('tool') }]),
        ...(tools ?? []).map((one, at) => ({ tool: one, ...added, place: place('tools', at) })),
      ]
    }),
  })
}

const stepOf = (keys: StepKeys): WorkflowStep => ({
  id: keys.id,
  work: workOf(keys),
  needs: [...new Set(keys.needs ?? [])],
  when: keys.when ?? null,
  retry: { times: keys.retry?.times ?? 0, delayMs: keys.retry?.delay ?? DEFAULT_DELAY_MS },
  timeoutMs: keys.timeout ?? DEFAULT_TIMEOUT_MS,
})

function workOf(keys: StepKeys): StepAction {
  if (keys.prompt != null)
    return {
      kind: 'agent',
      prompt: checked(parseTemplate(keys.prompt)),
      model: keys.model ?? null,
      tools: keys.tools ?? null,
    }
  if (keys.run != null) return { kind: 'script', script: checked(parseScript(keys.run)) }
  if (keys.tool != null) return { kind: 'tool', tool: keys.tool, args: treeOf(keys.args ?? {}) }
  const inputs = Object.entries(keys.inputs ?? {}).map(([name, value]) => [name, treeOf(value)] as const)
  return { kind: 'workflow', workflow: keys.workflow!, inputs: Object.fromEntries(inputs) }
}

const checked = <T>(parsed: Result<T, Misread>): T => {
  if (!parsed.ok) throw new Error(parsed.refusal.message)
  return parsed.value
}
