import { realpath } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { newToken } from '#base/ids.ts'
import { openAgentFile } from './agent-file.ts'
import { describeProblem, type Hub, type HubProblem } from './hub.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { slugOf } from './slug.ts'
import { createToolLoader } from './tools/loader.ts'
import { watchFolders } from './watch.ts'

export interface HubOptions {
  /** Used in place of the slug of the folder's name. */
  slug?: string | null
  /** Called once for each problem that comes up. */
  log?: (problem: HubProblem) => void
  /** Notice changes while open; default true. */
  watch?: boolean
}

/** A folder that can't be opened as a Hub. */
export class NotAHub extends Error {
  readonly problems: readonly HubProblem[]
  constructor(folder: string, problems: readonly HubProblem[]) {
    super([`${folder} cannot be opened as a Hub`, ...problems.map(describeProblem)].join('\n'))
    this.name = 'NotAHub'
    this.problems = problems
  }
}

/**
 * Open a Hub's folder. A tool that doesn't load is a problem of that tool only.
 *
 * @throws NotAHub when there is no agent file or it is not valid: there is no last good version yet.
 */
export async function openHub(folder: string, options: HubOptions = {}): Promise<Hub> {
  const path = resolve(folder)
  const root = await realpath(path).catch(() => {
    throw new NotAHub(path, [{ file: '.', line: null, column: null, message: 'there is no such folder' }])
  })
  const folderName = basename(path)
  const agent = await openAgentFile(root, folderName)
  if (!agent.current()) throw new NotAHub(path, agent.problems())

  await using parts = new AsyncDisposableStack()
  const tools = parts.use(createToolLoader(root, newToken(48)))
  const listeners = new Set<() => void>()
  let deaf: readonly HubProblem[] = []
  const problems = () => [...agent.problems(), ...tools.problems(), ...deaf]
  const logNew = onlyNew(options.log ?? (() => {}))

  let follow = () => {}

  const reload = async () => {
    const changed = [await agent.refresh(), await tools.refresh()].includes(true)
    follow()
    logNew(problems())
    if (changed) for (const listener of listeners) listener()
  }
  if (options.watch !== false) {
    const queue = parts.use(oneAtATime(reload))
    const watching = parts.use(
      watchFolders(queue.run, ({ message }) => {
        deaf = [{ file: '.', line: null, column: null, message: `changes go unnoticed: ${message}` }]
        logNew(problems())
      }),
    )
    follow = () => watching.follow(tools.folders().add(root))
  }
  await reload()

  const opened = parts.move()
  return {
    folder: path,
    folderName,
    slug: options.slug ?? slugOf(folderName),
    agent: () => agent.current()!,
    toolModules: tools.modules,
    problems,
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

/** Passes on the problems that were not there the last time. */
const onlyNew = (log: (problem: HubProblem) => void) => {
  let known = new Set<string>()
  return (problems: readonly HubProblem[]) => {
    for (const problem of problems) if (!known.has(describeProblem(problem))) log(problem)
    known = new Set(problems.map(describeProblem))
  }
}
