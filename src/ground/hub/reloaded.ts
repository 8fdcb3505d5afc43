import { dirname } from 'node:path'
import type { Clock } from '#ground/base/clock.ts'
import { describeProblem, type HubProblem } from './hub.ts'
import { linkTargets } from './links.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { watchFolders } from './watch.ts'

export interface ReloadedOptions {
  /** Read again what changed. Says whether there was anything. */
  refresh(): Promise<boolean>
  /** Folders in which a change may matter; asked again after each refresh. */
  folders(): ReadonlySet<string>
  problems(): readonly HubProblem[]
  /** Where a problem with noticing changes is placed, relative to the Hub's folder. */
  place: string
  /** Called once for each problem that comes up. */
  log?: ((problem: HubProblem) => void) | undefined
  /** Told of what goes well after a change. */
  news?: FolderNews | undefined
  /** Files that the last refresh loaded anew, relative to the Hub's folder; default none is told. */
  loaded?(): readonly string[]
  /** Notice changes while open; default true. */
  watch?: boolean | undefined
  /** Refresh when this says so, too. Returns the way to stop. */
  also?: ((refresh: () => void) => () => void) | undefined
  /** Refresh so often, too, for what depends on more than its files. */
  regularly?: { clock: Pick<Clock, 'after'>; everyMs: number } | undefined
}

/** Good news of a Hub's folder, for whoever is just editing it. */
export interface FolderNews {
  /** A file that had a problem has none any more, or is gone. */
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
  let tellNews: ReturnType<typeof newsOf> | null = null // what is loaded first is no news
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
      // Where a link leads, other files may change all the time.
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

/** Tells which files have lost their problems since the last time, and which others were loaded anew. */
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
