import type { Clock } from './clock.ts'

export interface RetryOptions {
  clock: Pick<Clock, 'sleep'>
  /** @returns Whether nothing is left to do. Must not throw. */
  attempt(): Promise<boolean>
  firstMs?: number
  longestMs?: number
}

/** Does over and over what failed, after pauses that double, until nothing is left. Closing waits for an attempt under way. */
export interface Retry extends AsyncDisposable {
  /** There is something to do; at first it has just been tried. */
  start(): void
}

export function createRetry({ clock, attempt, firstMs = 1000, longestMs = 10_000 }: RetryOptions): Retry {
  const closed = new AbortController()
  let running: Promise<void> | null = null
  let hasMore = false

  const run = async () => {
    for (let ms = firstMs; ; ms = Math.min(ms * 2, longestMs)) {
      await clock.sleep(ms, closed.signal)
      hasMore = false
      if ((await attempt()) && !hasMore) break
    }
    running = null
  }
  return {
    start() {
      hasMore = true
      running ??= run().catch(() => {}) // closed
    },
    async [Symbol.asyncDispose]() {
      closed.abort()
      await running
    },
  }
}
