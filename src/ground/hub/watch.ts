import { statSync, watch, type FSWatcher } from 'node:fs'
import { basename, join } from 'node:path'

/** Editors write a file in several steps; changes within this time are handled together. */
const SETTLE_MS = 50
/** Without an existing folder, there is no event for its return. */
const POLL_INTERVAL_MS = 2000

export interface FolderWatch extends Disposable {
  /** Watch exactly these folders, as far as they exist. */
  follow(folders: ReadonlySet<string>): void
  /** Watches this folder, too, or its replacement. */
  add(folder: string): void
  /** Watch this one no more. */
  drop(folder: string): void
}

/**
 * Call `onChange` soon after something changed in one of the followed folders themselves, with the paths
 * where: those of their entries, or of a folder when it is not known what in it. It gives no details: the
 * system may merge or drop events, so the receiver must check the files.
 */
export function watchFolders(
  onChange: (paths: ReadonlySet<string>) => void,
  onError: (error: Error) => void,
): FolderWatch {
  const watchers = new Map<string, { identity: string; watcher: FSWatcher }>()
  let changed = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let isOver = false

  // The first event starts the wait and later ones don't prolong it, so a busy folder can't put it off for ever.
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
        if (name === basename(folder)) stop(folder) // it may be the folder itself that went; `follow` will see
        schedule(name === null ? folder : join(folder, name))
      })
      watcher.on('error', onError)
      watchers.set(folder, { identity, watcher })
      schedule(folder) // it may have changed just before
    } catch (error) {
      onError(error as Error)
    }
  }

  const add = (folder: string) => {
    if (isOver) return // a look that was under way at the end must not begin anew
    const identity = identityOf(folder)
    if (identity === watchers.get(folder)?.identity) return
    stop(folder)
    if (identity) start(folder, identity)
  }

  return {
    follow(folders) {
      if (isOver) return
      for (const folder of [...watchers.keys()].filter((one) => !folders.has(one))) stop(folder)
      folders.forEach(add)
      if (watchers.size === 0) for (const folder of folders) schedule(folder, POLL_INTERVAL_MS)
    },
    add,
    drop: stop,
    [Symbol.dispose]() {
      isOver = true
      clearTimeout(timer)
      for (const folder of watchers.keys()) stop(folder)
    },
  }
}

/** Distinguishes a folder from a later one under the same name, which may well get the same inode. */
function identityOf(folder: string): string | undefined {
  const entry = statSync(folder, { bigint: true, throwIfNoEntry: false })
  return entry && `${entry.dev}-${entry.ino}-${entry.birthtimeNs}`
}
