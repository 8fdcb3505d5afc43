import type { Clock } from '#ground/base/clock.ts'

export interface Saver {
  /** There is something new: save it within `everyMs`. */
  touch(): void
  /** Save a last time and stop. Tries again when the store is busy. @throws the last error. */
  finish(): Promise<void>
}

/** Saves something that changes often, but not more often than it must, and never twice at once. */
export function createSaver(options: {
  save(): Promise<void>
  everyMs: number
  clock: Clock
  onError(error: Error): void
}): Saver {
  const { save, everyMs, clock, onError } = options
  const finished = new AbortController()
  let waiting = false
  let saving: Promise<void> = Promise.resolve()

  return {
    touch() {
      if (waiting || finished.signal.aborted) return
      waiting = true
      clock.sleep(everyMs, finished.signal).then(
        () => {
          waiting = false
          saving = saving.then(save).catch(onError)
        },
        () => {}, // finished: the last save is on its way
      )
    },
    async finish() {
      finished.abort()
      await saving
      for (let attempt = 1; ; attempt++)
        try {
          return await save()
        } catch (error) {
          if (attempt === ATTEMPTS) throw error
          await clock.sleep(everyMs * attempt)
        }
    },
  }
}

const ATTEMPTS = 3
