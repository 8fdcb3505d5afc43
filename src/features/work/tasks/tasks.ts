import { lastGoodFiles } from '#ground/hub/last-good-files.ts'
import { keepReloaded } from '#ground/hub/reloaded.ts'
import type { Definition, Definitions } from '#features/work/runs/definitions/definition.ts'
import { deliverProblems, type FolderOptions } from '#features/work/runs/definitions/deliver-problem.ts'
import { endpointProblems } from '#features/work/runs/definitions/listening/endpoint-problem.ts'
import { isLinkedOut } from '#features/work/runs/script/links.ts'
import { parseTaskFile, type TaskFile } from './task-file.ts'

const TASKS_FOLDER = 'tasks'
const FILE_NAME = /^[a-zA-Z0-9][a-zA-Z0-9_-]*\.md$/
/** Excludes temporary files of editors, and drafts that a person disabled with a prefix. */
const TASK_FILE_NAME = /^[^._#~].*\.md$/i

export interface Tasks extends Definitions, AsyncDisposable {
  /** Ordered by id. */
  current(): readonly TaskFile[]
  /** @param workflow `md:<task>` */
  find(workflow: string): TaskFile | undefined
  committing(): readonly string[]
  onChange(listener: () => void): () => void
}

export const workflowOf = ({ id }: Pick<TaskFile, 'id'>): string => `md:${id}`

/** The `tasks/` folder need not exist yet. */
export async function openTasks(hubFolder: string, options: FolderOptions = {}): Promise<Tasks> {
  const endpoints = () => options.endpoints?.() ?? null
  const files = lastGoodFiles({
    root: hubFolder,
    folder: TASKS_FOLDER,
    isFile: (name) => FILE_NAME.test(name) && !isReadme(name),
    misnamed: (name) =>
      TASK_FILE_NAME.test(name) && !isReadme(name)
        ? 'is ignored: the name of a task’s file may contain letters, digits, “-” and “_”, and must end in .md'
        : null,
    parse: (content, id, file) => parseTaskFile(content, id, file, (path) => isLinkedOut(hubFolder, path)),
  })
  const reloaded = await keepReloaded({
    ...options,
    refresh: files.refresh,
    folders: () => new Set([hubFolder, files.folder]), // the Hub's folder is watched to detect that `tasks/` is created or deleted
    problems: () => [
      ...files.problems(),
      ...files
        .current()
        .map(definitionOf)
        .flatMap((task) => [
          ...endpointProblems(task, endpoints()),
          ...deliverProblems(task, options.targetProblem),
        ]),
    ],
    place: TASKS_FOLDER,
  })
  return {
    ...reloaded,
    current: files.current,
    find: (workflow) => files.current().find((task) => workflowOf(task) === workflow),
    committing: () =>
      files
        .current()
        .filter(({ commit }) => commit)
        .map(workflowOf),
    list: () => files.current().map(definitionOf),
    areAllFilesValid: files.isWhole,
  }
}

const fileOf = ({ id }: Pick<TaskFile, 'id'>): string => `${TASKS_FOLDER}/${id}.md`

const isReadme = (name: string): boolean => name.toLowerCase() === 'readme.md'

const definitionOf = (task: TaskFile): Definition => ({
  workflow: workflowOf(task),
  name: task.name,
  description: task.description,
  file: fileOf(task),
  trigger: task.trigger,
  runAs: task.runAs,
  enabled: task.enabled,
  missed: task.missed,
  inputs: [],
  namedTools: task.namedTools,
  deliver: task.deliver,
})
