import { backoffMs } from './backoff.ts'
import type { Clock } from './clock.ts'

export interface RetryOptions {
  clock: Pick<Clock, 'sleep'>
  firstMs?: number
  longestMs?: number
}

/**
 * The result of an attempt with temporary failures: it is repeated after pauses that double.
 *
 * @param isPassing Whether a failure is temporary; any other is thrown.
 * @throws the last failure, too, once `signal` aborts.
 */
export async function retried<T>(
  attempt: () => Promise<T>,
  {
    signal,
    isPassing,
    ...options
  }: RetryOptions & { signal: AbortSignal; isPassing(error: unknown): boolean },
): Promise<T> {
  const pause = doublingPauses(options, signal)
  for (;;)
    try {
      return await attempt()
    } catch (error) {
      if (!isPassing(error)) throw error
      await pause().catch(() => {
        throw error
      })
    }
}

/** Does in the background what failed, over and over, until nothing is left. Closing waits for an attempt under way. */
export interface Retrying extends AsyncDisposable {
  /** There is something to do; at first it has just been tried. */
  start(): void
}

/** @param attempt Returns whether nothing is left to do. Must not throw. */
export function createRetry(attempt: () => Promise<boolean>, options: RetryOptions): Retrying {
  const closed = new AbortController()
  let running: Promise<void> | null = null
  let hasMore = false

  const run = async () => {
    const pause = doublingPauses(options, closed.signal)
    do {
      await pause()
      hasMore = false
    } while (!(await attempt()) || hasMore)
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

function doublingPauses(
  { clock, firstMs = 1000, longestMs = 10_000 }: RetryOptions,
  signal: AbortSignal,
): () => Promise<void> {
  let failures = 0
  return () => clock.sleep(backoffMs(++failures, { firstMs, maxMs: longestMs }), signal)
}
