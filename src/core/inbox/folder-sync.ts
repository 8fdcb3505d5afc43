import { syncFolder } from '#ground/base/durable-file.ts'

/** Makes names in folders durable. Calls for one folder that come while it is being synced share the next sync. */
export interface FolderSync {
  /** Resolves once a sync that began after this call has ended. */
  sync(folder: string): Promise<void>
}

export function createFolderSync(): FolderSync {
  const running = new Map<string, Promise<void>>()
  const waiting = new Map<string, Promise<void>>()

  const begin = (folder: string): Promise<void> => {
    const sync = syncFolder(folder).finally(() => running.delete(folder))
    running.set(folder, sync)
    return sync
  }

  return {
    sync(folder) {
      const current = running.get(folder)
      if (!current) return begin(folder)
      let next = waiting.get(folder)
      if (!next) {
        next = current
          .catch(() => {}) // its own callers are told
          .then(() => {
            waiting.delete(folder)
            return begin(folder)
          })
        waiting.set(folder, next)
      }
      return next
    },
  }
}
