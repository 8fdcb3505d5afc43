import { dirname } from 'node:path'
import type { Clock } from '#ground/base/clock.ts'
import { describeProblem, type HubProblem } from './hub.ts'
import { linkTargets } from './links.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { watchFolders } from './watch.ts'

export interface ReloadedOptions {
  /** Reads changed files again. Returns whether there were any. */
  refresh(): Promise<boolean>
  /** Folders in which a change may matter; read again after each refresh. */
  folders(): ReadonlySet<string>
  problems(): readonly HubProblem[]
  /** Place of problems with noticing changes, relative to the Hub's folder. */
  place: string
  /** Called once for each new problem. */
  log?: ((problem: HubProblem) => void) | undefined
  /** Called for successes after a change. */
  news?: FolderNews | undefined
  /** Files that the last refresh loaded again, relative to the Hub's folder; default not reported. */
  loaded?(): readonly string[]
  /** Notice changes while open; default true. */
  watch?: boolean | undefined
  /** A further trigger of a refresh. Returns the way to stop. */
  also?: ((refresh: () => void) => () => void) | undefined
  /** Refresh so often, too, for what depends on more than its files. */
  regularly?: { clock: Pick<Clock, 'after'>; everyMs: number } | undefined
}

/** Good news of a Hub's folder, for its editor. */
export interface FolderNews {
  /** A file's problem was fixed, or the file was deleted. */
  mended(file: string): void
  /** A file is used in its new version. */
  reloaded(file: string): void
}

/** Something made of files, read again whenever they change. */
export interface Reloaded extends AsyncDisposable {
  /** Those of the files, and whether changes go unnoticed. */
  problems(): readonly HubProblem[]
  /** Call `listener` after each reload that changed something. Returns the way to stop. */
  onChange(listener: () => void): () => void
}

/** Refresh now, and from now on after each change in the folders. Refreshes never overlap. */
export async function keepReloaded(options: ReloadedOptions): Promise<Reloaded> {
  const { refresh, folders, place, watch = true } = options
  const listeners = new Set<() => void>()
  const logNew = onlyNew(options.log ?? (() => {}))
  let deaf: readonly HubProblem[] = []
  const problems = () => [...options.problems(), ...deaf]

  await using parts = new AsyncDisposableStack()
  let follow = () => {}
  let matters = (_: ReadonlySet<string>) => true
  let tellNews: ReturnType<typeof newsOf> | null = null // the first load is no news
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
      // At a link's target, other files may change all the time.
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

/** Returns the way to stop. */
const repeat = ({ clock, everyMs }: NonNullable<ReloadedOptions['regularly']>, run: () => void) => {
  const again = (): (() => void) =>
    clock.after(everyMs, () => {
      run()
      stop = again()
    })
  let stop = again()
  return () => stop()
}

/** Passes on the problems that were not there the last time. */
export const onlyNew = (log: (problem: HubProblem) => void) => {
  let known = new Set<string>()
  return (problems: readonly HubProblem[]) => {
    for (const problem of problems) if (!known.has(describeProblem(problem))) log(problem)
    known = new Set(problems.map(describeProblem))
  }
}

/**
 * Finds the files that have lost their problems since the last time, and other files that were loaded again.
 */
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
