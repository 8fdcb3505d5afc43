import type { Clock } from '#ground/base/clock.ts'
import { StoreBusy } from '../errors.ts'

/** Milliseconds between attempts. The last value repeats. */
const WAITS = [1, 1, 2, 3, 5, 8, 13]

/** The event loop runs between attempts. @throws StoreBusy after `lockTimeoutMs`. */
export async function whenFree<T>(
  attempt: () => T | Promise<T>,
  { clock, lockTimeoutMs }: { clock: Clock; lockTimeoutMs: number },
): Promise<T> {
  const giveUpAt = clock.now() + lockTimeoutMs
  for (let tries = 0; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      if (!isBusy(error)) throw error
      if (clock.now() >= giveUpAt) throw new StoreBusy(lockTimeoutMs, { cause: error })
    }
    await clock.sleep(WAITS[Math.min(tries, WAITS.length - 1)]!)
  }
}

const SQLITE_BUSY = 5

/** The low byte is the primary result code. */
const isBusy = (error: unknown): boolean =>
  ((error as { errcode?: number }).errcode ?? 0) % 256 === SQLITE_BUSY
