import type { Clock } from '#ground/base/clock.ts'
import { retried } from '#ground/base/retry.ts'
import { isStoreUnavailable } from './errors.ts'

const OUTAGE_TIMEOUT_MS = 5000
const PAUSES = { firstMs: 250, longestMs: 1000 }

export interface Waiting {
  clock: Pick<Clock, 'sleep' | 'after'>
  signal?: AbortSignal
}

/**
 * Retries `work` while the database is unavailable.
 * @throws the last error after `OUTAGE_TIMEOUT_MS` or an abort.
 */
export async function throughOutage<T>(work: () => Promise<T>, { clock, signal }: Waiting): Promise<T> {
  let isOver = false
  let end = () => {}
  const cancel = clock.after(OUTAGE_TIMEOUT_MS, () => {
    isOver = true
    end()
  })
  try {
    return await work()
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
