import { hintAt } from '#ground/base/nearest-name.ts'
import type { HubProblem } from '#ground/hub/hub.ts'
import { MAX_DEPTH, type Workflow } from './workflow.ts'

export function checkCalls(workflows: readonly Workflow[]): HubProblem[] {
  const byName = new Map(workflows.map((workflow) => [workflow.name, workflow]))
  return workflows.flatMap((workflow) => {
    const complain = (message: string): HubProblem => ({
      file: workflow.file,
      line: null,
      column: null,
      message,
    })
    const wrong = callsOf(workflow).flatMap((call) => wrongCall(call, byName).map(complain))
    const way = wrong.length === 0 ? callProblem(workflow, byName) : null
    return way === null ? wrong : [...wrong, complain(way)]
  })
}

interface Call {
  step: string
  name: string
  inputs: readonly string[]
}

const callsOf = ({ steps }: Workflow): Call[] =>
  steps.flatMap(({ id, work }) =>
    work.kind === 'workflow' ? [{ step: id, name: work.workflow, inputs: Object.keys(work.inputs) }] : [],
  )

function wrongCall({ step, name, inputs }: Call, byName: ReadonlyMap<string, Workflow>): string[] {
  const called = byName.get(name)
  if (!called) return [`step ${step}: there is no workflow ${name}${hintAt(name, byName.keys())}`]
  const known = called.inputs.map((input) => input.name)
  const strange = inputs
    .filter((input) => !known.includes(input))
    .map((input) => `step ${step}: ${name} has no input ${input}${hintAt(input, known)}`)
  const missing = called.inputs
    .filter((input) => input.required && input.default === null && !inputs.includes(input.name))
    .map((input) => `step ${step}: ${name} needs the input ${input.name}`)
  return [...strange, ...missing]
}

export function callProblem(top: Workflow, byName: ReadonlyMap<string, Workflow>): string | null {
  const visit = (workflow: Workflow, way: readonly string[]): string | null => {
    const further = [...way, workflow.name]
    const begin = way.indexOf(workflow.name)
    if (begin !== -1) return `workflows call one another in a circle: ${further.slice(begin).join(' → ')}`
    if (further.length > MAX_DEPTH) return `workflows are at most ${MAX_DEPTH} deep: ${further.join(' → ')}`
    for (const name of new Set(callsOf(workflow).map((call) => call.name))) {
      const called = byName.get(name)
      const found = called ? visit(called, further) : null
      if (found) return found
    }
    return null
  }
  return visit(top, [])
}
