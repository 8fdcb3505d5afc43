import type { Clock } from '#ground/base/clock.ts'

export interface Saver {
  /** There is something new: save it within `everyMs`, or as soon as the save before it has ended. */
  touch(): void
  /** Stops saving. A running save may still end. */
  stop(): void
}

/** Saves something that changes often, but not more often than it must, and never twice at once. */
export function createSaver(options: {
  save(): Promise<unknown>
  everyMs: number
  clock: Clock
  /** @returns Whether to retry without new content. */
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
      if (!isSaving) saveWhileDue().catch(() => {}) // stopped
    },
    stop: () => stopped.abort(),
  }
}
