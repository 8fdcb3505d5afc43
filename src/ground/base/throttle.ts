import type { Clock } from './clock.ts'

export interface ThrottleOptions {
  clock: Pick<Clock, 'sleep'>
  pauseMs: number
  /** Must not reject. */
  work(): Promise<void>
}

export interface Throttled extends AsyncDisposable {
  /** Resolves after a call of `work` that starts after this call of `run`. */
  run(this: void): Promise<void>
}

/**
 * The first call of `run` starts `work` at once. Calls during `work` and the pause after it share the next call of
 * `work`.
 */
export function throttle({ clock, pauseMs, work }: ThrottleOptions): Throttled {
  const closing = new AbortController()
  let next = Promise.withResolvers<void>()
  let isRequested = false
  let running: Promise<void> | null = null

  const rounds = async () => {
    while (isRequested) {
      isRequested = false
      const round = next
      next = Promise.withResolvers()
      await work()
      round.resolve()
      await clock.sleep(pauseMs, closing.signal).catch(() => {})
    }
    running = null
  }
  return {
    run() {
      isRequested = true
      const { promise } = next
      running ??= rounds()
      return promise
    },
    async [Symbol.asyncDispose]() {
      closing.abort()
      await running
    },
  }
}
