import type { Clock } from '#ground/base/clock.ts'
import { retried } from '#ground/base/retry.ts'
import { isStoreUnavailable } from './errors.ts'

/** How long what is under way waits for a store that is away. */
const OUTAGE_TIMEOUT_MS = 5000
const PAUSES = { firstMs: 250, longestMs: 1000 }

export interface Waiting {
  clock: Pick<Clock, 'sleep' | 'after'>
  /** Aborts the operation; default never. */
  signal?: AbortSignal
}

/**
 * Do what something that is under way needs of the store, over and over while that is away: it may only be started anew.
 *
 * @throws the last failure when it stays away, or `signal` aborts.
 */
export async function throughOutage<T>(work: () => Promise<T>, { clock, signal }: Waiting): Promise<T> {
  let isOver = false
  let end = () => {}
  const cancel = clock.after(OUTAGE_TIMEOUT_MS, () => {
    isOver = true
    end()
  })
  try {
    return await work() // mostly that is all
  } catch (error) {
    if (!isStoreUnavailable(error) || isOver) throw error
    const over = new AbortController()
    end = () => over.abort()
    return await retried(work, {
      clock,
      signal: signal ? AbortSignal.any([over.signal, signal]) : over.signal,
      isPassing: isStoreUnavailable,
      ...PAUSES,
    })
  } finally {
    cancel()
  }
}
