import type { Clock } from '#ground/base/clock.ts'

export interface Saver {
  /** Saves within `everyMs`. If a save is running, `everyMs` begins at its end. */
  touch(): void
  stop(): void
}

export function createSaver(options: {
  save(): Promise<unknown>
  everyMs: number
  clock: Clock
  /** @returns True to retry the save even without new content */
  onError(error: Error): boolean
}): Saver {
  const { save, everyMs, clock, onError } = options
  const stopped = new AbortController()
  let isDue = false
  let isSaving = false

  const saveWhileDue = async () => {
    isSaving = true
    while (isDue) {
      await clock.sleep(everyMs, stopped.signal)
      isDue = false
      await save().catch((error: Error) => {
        if (!stopped.signal.aborted && onError(error)) isDue = true
      })
    }
    isSaving = false
  }

  return {
    touch() {
      if (stopped.signal.aborted) return
      isDue = true
      if (!isSaving) saveWhileDue().catch(() => {}) // ignored: the saver was stopped
    },
    stop: () => stopped.abort(),
  }
}
