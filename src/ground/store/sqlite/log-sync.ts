import { open, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isDiskFull } from '#ground/base/disk-full.ts'
import { syncFolder } from '#ground/base/durable-file.ts'

export interface LogSync extends AsyncDisposable {
  sync(): Promise<void>
}

/**
 * Syncs the write-ahead log in another thread. SQLite would sync within the commit and block the event loop.
 * @param path Path of the database. Its log is opened only once, because SQLite does not replace the log while a
 * connection is open.
 * @param empty Moves the log into the database. It is called after a failed sync, because later commits are
 * unreadable if earlier pages of the log are lost.
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
      await running.catch(() => {}) // ignored, because callers of `sync` have received this error
      await (await opening?.catch(() => null))?.close()
    },
  }
}

const [IO_FAILED, FULL] = [10, 13]

const notSynced = (cause: Error): Error =>
  Object.assign(
    new Error(`failed to sync the write-ahead log of the database: ${cause.message}`, { cause }),
    {
      errcode: isDiskFull(cause) ? FULL : IO_FAILED,
    },
  )

async function openLog(path: string): Promise<FileHandle> {
  const log = await open(`${path}-wal`, 'r+')
  await syncFolder(dirname(path)) // also syncs the directory entry of the log
  return log
}
