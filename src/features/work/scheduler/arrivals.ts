import { watch, type FSWatcher } from 'node:fs'
import type { Clock } from '#ground/base/clock.ts'
import { startLoop } from '#ground/base/loop.ts'
import { startPollLoop, type PollLoopOptions } from '#ground/bus/poll-loop.ts'

/**
 * The scheduler checks the inboxes this long after the last event arrived, so that a burst of events becomes one
 * batch.
 */
const QUIET_MS = 1000
/** Maximum time from the first event of a burst to the scheduler's check of the inboxes. */
const MAX_BURST_MS = 3000
const POLL_INTERVAL_MS = 2000

const ASK_MS = 1000
const SLACK_MS = 50

export interface ArrivalCheckDeps {
  clock: Pick<Clock, 'now' | 'sleep' | 'after'>
  notifications: PollLoopOptions['notifications']
  look(): Promise<string>
  onNew(): void
  onFailure(error: unknown): void
}

export function checkForArrivals({
  clock,
  notifications,
  look,
  onNew,
  onFailure,
}: ArrivalCheckDeps): AsyncDisposable {
  let last: string | null = null
  let newSince: number | null = null
  let newAt = -Infinity
  return startPollLoop({
    clock,
    notifications,
    work: 'inbox',
    everyMs: ASK_MS,
    minIntervalMs: ASK_MS,
    async poll() {
      const found = await look()
      const now = clock.now()
      if (last !== null && found !== last) {
        newSince ??= now
        newAt = now
      }
      last = found
      if (newSince === null) return null
      const isQuiet = now - newAt >= QUIET_MS - SLACK_MS
      if (!isQuiet && now - newSince < MAX_BURST_MS) return newAt + QUIET_MS
      newSince = null
      onNew()
      return null
    },
    onFailure,
  })
}

export interface ArrivalsDeps {
  clock: Pick<Clock, 'now' | 'sleep'>
  /** Absolute paths. */
  folders(): readonly string[]
  onQuiet(): void
  onFailure(error: unknown): void
}

export function watchArrivals({ clock, folders, onQuiet, onFailure }: ArrivalsDeps): AsyncDisposable {
  const watchers = new Map<string, FSWatcher>()
  const failed = new Set<string>()
  const closing = new AbortController()
  let isSettling = false
  let lastAt = 0

  const settle = async () => {
    isSettling = true
    let waited = 0
    // Also limits the sum of the waits, because the clock may be set back.
    const left = () => Math.min(lastAt + QUIET_MS - clock.now(), QUIET_MS, MAX_BURST_MS - waited)
    for (let wait = left(); wait > 0; wait = left()) {
      waited += wait
      await clock.sleep(wait, closing.signal)
    }
    isSettling = false
    onQuiet()
  }
  /** Must be cheap: thousands of events may arrive in a second. */
  const arrived = () => {
    lastAt = clock.now()
    if (!isSettling) settle().catch(() => {}) // rejects when disposed
  }
  const drop = (folder: string) => {
    watchers.get(folder)?.close()
    watchers.delete(folder)
  }
  const follow = () => {
    const wanted = new Set(folders())
    for (const folder of watchers.keys()) if (!wanted.has(folder)) drop(folder)
    for (const folder of wanted) {
      if (watchers.has(folder)) continue
      try {
        const watcher = watch(folder, (_, name) => {
          // An event with the folder's own name means that the folder was removed.
          if (name !== null && folder.endsWith(`/${name}`)) drop(folder)
          if (name === null || (name.endsWith('.json') && !name.startsWith('.'))) arrived()
        })
        watcher.on('error', (error) => {
          drop(folder)
          onFailure(error)
        })
        watchers.set(folder, watcher)
        failed.delete(folder)
        arrived() // events may have arrived before the watch started
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT' || failed.has(folder)) continue
        failed.add(folder)
        onFailure(error)
      }
    }
  }
  const following = startLoop({ clock, everyMs: POLL_INTERVAL_MS, work: follow, onFailure })
  return {
    async [Symbol.asyncDispose]() {
      closing.abort()
      await following[Symbol.asyncDispose]()
      for (const folder of watchers.keys()) drop(folder)
    },
  }
}
