import { statSync, watch, type FSWatcher } from 'node:fs'
import { basename, join } from 'node:path'

/** Combines changes within this time, because editors write a file in several steps. */
const SETTLE_MS = 50
/** Missing folders are polled, because the system reports no event when a folder returns. */
const POLL_INTERVAL_MS = 2000

export interface FolderWatch extends Disposable {
  follow(folders: ReadonlySet<string>): void
  /** If the folder was replaced at the same path, watches the replacement. */
  add(folder: string): void
  drop(folder: string): void
}

/**
 * The system may merge or drop events, so the caller must check the files. Changes within subfolders are not
 * reported.
 */
export function watchFolders(
  onChange: (paths: ReadonlySet<string>) => void,
  onError: (error: Error) => void,
): FolderWatch {
  const watchers = new Map<string, { identity: string; watcher: FSWatcher }>()
  let changed = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let isDisposed = false

  // Later events do not extend the timer, so that frequent changes cannot delay `onChange` forever.
  const schedule = (path: string, ms = SETTLE_MS) => {
    changed.add(path)
    timer ??= setTimeout(() => {
      timer = undefined
      const paths = changed
      changed = new Set()
      onChange(paths)
    }, ms)
  }
  const stop = (folder: string) => {
    watchers.get(folder)?.watcher.close()
    watchers.delete(folder)
  }
  const start = (folder: string, identity: string) => {
    try {
      const watcher = watch(folder, (_, name) => {
        if (name === basename(folder)) stop(folder)
        schedule(name === null ? folder : join(folder, name))
      })
      watcher.on('error', onError)
      watchers.set(folder, { identity, watcher })
      schedule(folder) // the folder may have changed before the watch started
    } catch (error) {
      onError(error as Error)
    }
  }

  const add = (folder: string) => {
    if (isDisposed) return // a refresh that ends after disposal must not watch again
    const identity = identityOf(folder)
    if (identity === watchers.get(folder)?.identity) return
    stop(folder)
    if (identity) start(folder, identity)
  }

  return {
    follow(folders) {
      if (isDisposed) return
      for (const folder of [...watchers.keys()].filter((one) => !folders.has(one))) stop(folder)
      folders.forEach(add)
      if (watchers.size === 0) for (const folder of folders) schedule(folder, POLL_INTERVAL_MS)
    },
    add,
    drop: stop,
    [Symbol.dispose]() {
      isDisposed = true
      clearTimeout(timer)
      for (const folder of watchers.keys()) stop(folder)
    },
  }
}

/** Distinguishes a folder from its replacement, which may have the same inode. */
function identityOf(folder: string): string | undefined {
  const entry = statSync(folder, { bigint: true, throwIfNoEntry: false })
  return entry && `${entry.dev}-${entry.ino}-${entry.birthtimeNs}`
}
