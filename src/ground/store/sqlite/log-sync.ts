import { open, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isDiskFull } from '#ground/base/disk-full.ts'
import { syncFolder } from '#ground/base/durable-file.ts'

/** Brings what was committed to the disk. */
export interface LogSync extends AsyncDisposable {
  /** Resolves once all that was committed before the call is there. */
  sync(): Promise<void>
}

/**
 * Syncs SQLite's log on another thread. SQLite would do it within the commit, where it stops the event loop for as long as
 * the disk takes. Commits during a sync share the next sync.
 *
 * @param path  Of the database. Its log exists, as the same file, while a connection is open.
 * @param empty Copies the log into the database and empties it. After a failed sync, the kernel may report success for lost pages: then the log could have a hole, and later commits would be lost.
 */
export function createLogSync(path: string, empty: () => void): LogSync {
  let opening: Promise<FileHandle> | null = null
  let running: Promise<void> = Promise.resolve()
  let next: Promise<void> | null = null
  let isDoubtful = false

  const begin = async () => {
    next = null
    try {
      if (isDoubtful) empty()
      opening ??= openLog(path)
      await (await opening).datasync()
      isDoubtful = false
    } catch (error) {
      isDoubtful = true
      if (!(await opening?.catch(() => null))) opening = null
      throw notSynced(error as Error)
    }
  }
  return {
    sync() {
      next ??= running = running.then(begin, begin)
      return next
    },
    async [Symbol.asyncDispose]() {
      await running.catch(() => {}) // its waiting callers have been notified
      await (await opening?.catch(() => null))?.close()
    },
  }
}

const [IO_FAILED, FULL] = [10, 13]

/** In the form of SQLite's own error. */
const notSynced = (cause: Error): Error =>
  Object.assign(new Error(`the log of the store can’t be synced: ${cause.message}`, { cause }), {
    errcode: isDiskFull(cause) ? FULL : IO_FAILED,
  })

async function openLog(path: string): Promise<FileHandle> {
  const log = await open(`${path}-wal`, 'r+')
  await syncFolder(dirname(path)) // its name has to be there too
  return log
}
