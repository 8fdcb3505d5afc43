import type { Clock } from '#base/clock.ts'

/** Notices when nothing has come for too long. */
export interface SilenceWatch extends Disposable {
  /** Aborts when it was silent for the whole time. */
  readonly signal: AbortSignal
  /** Something came. */
  heard(): void
  /** While nobody listens, nothing can be heard: that time doesn't count. */
  pause(): void
  resume(): void
}

/** One timer for the whole stream, not one for each piece of it. */
export function watchForSilence(clock: Clock, limitMs: number): SilenceWatch {
  const silent = new AbortController()
  const over = new AbortController()
  let last = clock.now()
  let paused = false

  const watch = async () => {
    for (let left = limitMs; left > 0; left = limitMs - (clock.now() - last)) {
      await clock.sleep(left, over.signal)
      if (paused) last = clock.now()
    }
    silent.abort()
  }
  watch().catch(() => {}) // only ever the end of the watch

  return {
    signal: silent.signal,
    heard: () => void (last = clock.now()),
    pause: () => void (paused = true),
    resume: () => {
      paused = false
      last = clock.now()
    },
    [Symbol.dispose]: () => over.abort(),
  }
}
