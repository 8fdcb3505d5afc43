import { backoffMs } from './backoff.ts'
import type { Clock } from './clock.ts'

export interface RetryOptions {
  clock: Pick<Clock, 'sleep'>
  firstMs?: number
  longestMs?: number
}

/** @param isPassing True for a temporary failure. @throws the last failure after an abort. */
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

export interface Retrying extends AsyncDisposable {
  start(): void
}

/** @param attempt Returns true when no work is left. Must not throw. */
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
      running ??= run().catch(() => {}) // the pause rejects on disposal
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
