import { dirname } from 'node:path'
import type { Clock } from '#ground/base/clock.ts'
import { describeProblem, type HubProblem } from './hub.ts'
import { linkTargets } from './links.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { watchFolders } from './watch.ts'

export interface ReloadedOptions {
  /** Reads changed files. @returns True if a file changed. */
  refresh(): Promise<boolean>
  /** Folders to watch. Called after each refresh. */
  folders(): ReadonlySet<string>
  problems(): readonly HubProblem[]
  /** File that problems of the watch are reported for, relative to the Hub's folder. */
  place: string
  /** Called once for each new problem. */
  log?: ((problem: HubProblem) => void) | undefined
  /** Called for successful reloads and fixed problems. */
  news?: FolderNews | undefined
  /** Files that the last refresh loaded, relative to the Hub's folder. Default: none. */
  loaded?(): readonly string[]
  /** True: refresh on changes; default true. */
  watch?: boolean | undefined
  /** Registers a further trigger of a refresh. The returned function unregisters it. */
  also?: ((refresh: () => void) => () => void) | undefined
  /** Additional refresh interval, for input that the watch does not cover. */
  regularly?: { clock: Pick<Clock, 'after'>; everyMs: number } | undefined
}

/** Messages about successes, for the editor of a Hub's folder. */
export interface FolderNews {
  /** The file's problem was fixed, or the file was deleted. */
  mended(file: string): void
  /** The new version of the file is now used. */
  reloaded(file: string): void
}

/** Data from files that are reloaded after changes. */
export interface Reloaded extends AsyncDisposable {
  /** Problems of the files and of the watch. */
  problems(): readonly HubProblem[]
  /** Calls `listener` after each reload with changes. The returned function unsubscribes. */
  onChange(listener: () => void): () => void
}

/** Refreshes now and after each change in the folders. Refreshes never overlap. */
export async function keepReloaded(options: ReloadedOptions): Promise<Reloaded> {
  const { refresh, folders, place, watch = true } = options
  const listeners = new Set<() => void>()
  const logNew = onlyNew(options.log ?? (() => {}))
  let deaf: readonly HubProblem[] = []
  const problems = () => [...options.problems(), ...deaf]

  await using parts = new AsyncDisposableStack()
  let follow = () => {}
  let matters = (_: ReadonlySet<string>) => true
  let tellNews: ReturnType<typeof newsOf> | null = null // the first load reports nothing
  const reload = async () => {
    const isChanged = await refresh()
    follow()
    logNew(problems())
    if (isChanged) tellNews?.(options.loaded?.() ?? [])
    if (isChanged) for (const listener of listeners) listener()
  }
  if (watch) {
    const queue = parts.use(oneAtATime(reload))
    const watching = parts.use(
      watchFolders(
        (paths) => {
          if (matters(paths)) queue.run()
        },
        ({ message }) => {
          deaf = [{ file: place, line: null, column: null, message: `changes go unnoticed: ${message}` }]
          logNew(problems())
        },
      ),
    )
    follow = () => {
      const own = folders()
      const linked = linkTargets(own)
      watching.follow(new Set([...own, ...linked.folders]))
      // A link's target folder may contain other files that change often; ignore those.
      matters = (paths) =>
        [...paths].some(
          (path) => linked.paths.has(path) || linked.folders.has(path) || !linked.folders.has(dirname(path)),
        )
    }
    if (options.also) parts.defer(options.also(queue.run))
    if (options.regularly) parts.defer(repeat(options.regularly, queue.run))
  }
  await reload()
  tellNews = newsOf(problems, options.news)
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

/** The returned function stops it. */
const repeat = ({ clock, everyMs }: NonNullable<ReloadedOptions['regularly']>, run: () => void) => {
  const again = (): (() => void) =>
    clock.after(everyMs, () => {
      run()
      stop = again()
    })
  let stop = again()
  return () => stop()
}

/** Logs only problems that the previous call did not contain. */
export const onlyNew = (log: (problem: HubProblem) => void) => {
  let known = new Set<string>()
  return (problems: readonly HubProblem[]) => {
    for (const problem of problems) if (!known.has(describeProblem(problem))) log(problem)
    known = new Set(problems.map(describeProblem))
  }
}

/** Reports fixed files and other reloaded files. */
const newsOf = (problems: () => readonly HubProblem[], news: FolderNews | undefined) => {
  const broken = () => new Set(problems().map(({ file }) => file))
  let before = broken()
  return (loaded: readonly string[]) => {
    const now = broken()
    const mended = new Set([...before].filter((file) => !now.has(file)))
    before = now
    for (const file of mended) news?.mended(file)
    for (const file of loaded) if (!mended.has(file)) news?.reloaded(file)
  }
}
