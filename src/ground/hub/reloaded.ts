import { dirname } from 'node:path'
import type { Clock } from '#ground/base/clock.ts'
import { describeProblem, type HubProblem } from './hub.ts'
import { linkTargets } from './links.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { watchFolders } from './watch.ts'

export interface ReloadedOptions {
  refresh(): Promise<boolean>
  folders(): ReadonlySet<string>
  problems(): readonly HubProblem[]
  place: string
  log?: ((problem: HubProblem) => void) | undefined
  news?: FolderNews | undefined
  loaded?(): readonly string[]
  watch?: boolean | undefined
  extraTrigger?: ((refresh: () => void) => () => void) | undefined
  regularly?: { clock: Pick<Clock, 'after'>; everyMs: number } | undefined
}

export interface FolderNews {
  fixed(file: string): void
  reloaded(file: string): void
}

export interface Reloaded extends AsyncDisposable {
  problems(): readonly HubProblem[]
  onChange(listener: () => void): () => void
}

export async function keepReloaded(options: ReloadedOptions): Promise<Reloaded> {
  const { refresh, folders, place, watch = true } = options
  const listeners = new Set<() => void>()
  const logNew = logOnlyNewProblems(options.log ?? (() => {}))
  let watchProblems: readonly HubProblem[] = []
  const problems = () => [...options.problems(), ...watchProblems]

  await using parts = new AsyncDisposableStack()
  let follow = () => {}
  let isRelevant = (_: ReadonlySet<string>) => true
  let reportNews: ReturnType<typeof newsOf> | null = null
  const reload = async () => {
    const isChanged = await refresh()
    follow()
    logNew(problems())
    if (isChanged) reportNews?.(options.loaded?.() ?? [])
    if (isChanged) for (const listener of listeners) listener()
  }
  if (watch) {
    const queue = parts.use(oneAtATime(reload))
    const watching = parts.use(
      watchFolders(
        (paths) => {
          if (isRelevant(paths)) queue.run()
        },
        ({ message }) => {
          watchProblems = [
            { file: place, line: null, column: null, message: `changes are not detected: ${message}` },
          ]
          logNew(problems())
        },
      ),
    )
    follow = () => {
      const own = folders()
      const linked = linkTargets(own)
      watching.follow(new Set([...own, ...linked.folders]))
      isRelevant = (paths) =>
        [...paths].some(
          (path) => linked.paths.has(path) || linked.folders.has(path) || !linked.folders.has(dirname(path)),
        )
    }
    if (options.extraTrigger) parts.defer(options.extraTrigger(queue.run))
    if (options.regularly) parts.defer(repeat(options.regularly, queue.run))
  }
  await reload()
  reportNews = newsOf(problems, options.news)
  const opened = parts.move()
  return {
    problems,
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

const repeat = ({ clock, everyMs }: NonNullable<ReloadedOptions['regularly']>, run: () => void) => {
  const again = (): (() => void) =>
    clock.after(everyMs, () => {
      run()
      stop = again()
    })
  let stop = again()
  return () => stop()
}

export const logOnlyNewProblems = (log: (problem: HubProblem) => void) => {
  let known = new Set<string>()
  return (problems: readonly HubProblem[]) => {
    for (const problem of problems) if (!known.has(describeProblem(problem))) log(problem)
    known = new Set(problems.map(describeProblem))
  }
}

const newsOf = (problems: () => readonly HubProblem[], news: FolderNews | undefined) => {
  const broken = () => new Set(problems().map(({ file }) => file))
  let before = broken()
  return (loaded: readonly string[]) => {
    const now = broken()
    const mended = new Set([...before].filter((file) => !now.has(file)))
    before = now
    for (const file of mended) news?.fixed(file)
    for (const file of loaded) if (!mended.has(file)) news?.reloaded(file)
  }
}
