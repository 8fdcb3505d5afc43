import { statSync, watch, type FSWatcher } from 'node:fs'
import { basename } from 'node:path'

/** Editors write a file in several steps; what happens within this time is looked at together. */
const SETTLE_MS = 50
/** When no folder is there, nothing tells that one has come back. */
const LOOK_AGAIN_MS = 2000

export interface FolderWatch extends Disposable {
  /** Watch exactly these folders, as far as they exist. */
  follow(folders: ReadonlySet<string>): void
}

/**
 * Call `onChange` soon after something changed in one of the followed folders themselves. It tells no details: the
 * system may merge or drop them, so whoever is told looks for himself.
 */
export function watchFolders(onChange: () => void, onError: (error: Error) => void): FolderWatch {
  const watchers = new Map<string, { identity: string; watcher: FSWatcher }>()
  let timer: NodeJS.Timeout | undefined
  let isOver = false

  // The first event starts the wait and later ones don't prolong it, so a busy folder can't put it off for ever.
  const schedule = (ms = SETTLE_MS) => {
    timer ??= setTimeout(() => {
      timer = undefined
      onChange()
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
        schedule()
      })
      watcher.on('error', onError)
      watchers.set(folder, { identity, watcher })
      schedule() // it may have changed just before
    } catch (error) {
      onError(error as Error)
    }
  }

  return {
    follow(folders) {
      if (isOver) return // a look that was under way at the end must not begin anew
      for (const folder of [...watchers.keys()].filter((one) => !folders.has(one))) stop(folder)
      for (const folder of folders) {
        const identity = identityOf(folder)
        if (identity === watchers.get(folder)?.identity) continue
        stop(folder)
        if (identity) start(folder, identity)
      }
      if (watchers.size === 0) schedule(LOOK_AGAIN_MS)
    },
    [Symbol.dispose]() {
      isOver = true
      clearTimeout(timer)
      for (const folder of watchers.keys()) stop(folder)
    },
  }
}

/** Tells a folder from a later one under the same name, which may well get the same inode. */
function identityOf(folder: string): string | undefined {
  const entry = statSync(folder, { bigint: true, throwIfNoEntry: false })
  return entry && `${entry.dev}-${entry.ino}-${entry.birthtimeNs}`
}
