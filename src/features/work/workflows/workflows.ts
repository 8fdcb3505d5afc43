import type { HubProblem } from '#ground/hub/hub.ts'
import { lastGoodFiles } from '#ground/hub/last-good-files.ts'
import { keepReloaded } from '#ground/hub/reloaded.ts'
import type { Definition, Definitions } from '#features/work/runs/definitions/definition.ts'
import { deliverProblems, type FolderOptions } from '#features/work/runs/definitions/deliver-problem.ts'
import { endpointProblems } from '#features/work/runs/definitions/listening/endpoint-problem.ts'
import { checkCalls, callProblem } from './check-calls.ts'
import { parseWorkflowFile } from './file.ts'
import type { Workflow } from './workflow.ts'

const WORKFLOWS_FOLDER = 'workflows'
const FILE_NAME = /^[a-zA-Z0-9][a-zA-Z0-9._-]{0,63}\.ya?ml$/
/** Excludes temporary files of editors, and drafts that a person disabled with a prefix. */
const WORKFLOW_FILE_NAME = /^[^._#~].*\.ya?ml$/i

export interface Workflows extends Definitions, AsyncDisposable {
  current(): readonly Workflow[]
  find(name: string): Workflow | undefined
  unrunnableReason(name: string): string | null
  onChange(listener: () => void): () => void
}

/** The `workflows/` folder need not exist yet. */
export async function openWorkflows(hubFolder: string, options: FolderOptions = {}): Promise<Workflows> {
  const endpoints = () => options.endpoints?.() ?? null
  const files = lastGoodFiles({
    root: hubFolder,
    folder: WORKFLOWS_FOLDER,
    isFile: (name) => FILE_NAME.test(name),
    misnamed: (name) =>
      WORKFLOW_FILE_NAME.test(name)
        ? 'is ignored: the name of a workflow’s file may contain at most 64 letters, digits, “.”, “-” and “_”, and must end in .yaml or .yml'
        : null,
    parse: parseWorkflowFile,
  })
  let current: readonly Workflow[] = []
  let between: readonly HubProblem[] = []
  const reloaded = await keepReloaded({
    ...options,
    async refresh() {
      if (!(await files.refresh())) return false
      const { first, twice } = byFirstName(files.current())
      current = first
      between = [
        ...twice.map((workflow) => alone(workflow, `there is another workflow called ${workflow.name}`)),
        ...checkCalls(current),
      ]
      return true
    },
    folders: () => new Set([hubFolder, files.folder]), // the Hub's folder is watched to detect that `workflows/` is created or deleted
    problems: () => [
      ...files.problems(),
      ...between,
      ...current.flatMap((workflow) => [
        ...endpointProblems(workflow, endpoints()),
        ...deliverProblems(workflow, options.targetProblem),
      ]),
    ],
    place: WORKFLOWS_FOLDER,
  })
  const find = (name: string) => current.find((workflow) => workflow.name === name)
  return {
    ...reloaded,
    current: () => current,
    find,
    unrunnableReason(name) {
      const workflow = find(name)
      const way = workflow ? callProblem(workflow, new Map(current.map((one) => [one.name, one]))) : null
      return way === null ? null : `It can’t be run: ${way}.`
    },
    list: () => current.map(definitionOf),
    areAllFilesValid: files.isWhole,
  }
}

const alone = ({ file }: Workflow, message: string): HubProblem => ({
  file,
  line: null,
  column: null,
  message,
})

function byFirstName(workflows: readonly Workflow[]): { first: Workflow[]; twice: Workflow[] } {
  const names = new Set<string>()
  const [first, twice]: [Workflow[], Workflow[]] = [[], []]
  for (const workflow of workflows) {
    ;(names.has(workflow.name) ? twice : first).push(workflow)
    names.add(workflow.name)
  }
  return { first, twice }
}

const definitionOf = ({ name, steps: _steps, ...rest }: Workflow): Definition => ({
  workflow: name,
  name,
  ...rest,
})
