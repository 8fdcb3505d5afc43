import { backoffMs, type Backoff } from '#ground/base/backoff.ts'
import { BoundedMap } from '#ground/base/bounded-map.ts'

export interface Waits {
  /** @returns milliseconds; longer after each call. */
  next(name: string): number
  reset(name: string): void
}

const MAX_NAMES = 10_000

export function createWaits(backoff: Backoff): Waits {
  const refusals = new BoundedMap<string, number>(MAX_NAMES)
  return {
    next(name) {
      const count = (refusals.get(name) ?? 0) + 1
      refusals.set(name, count)
      return backoffMs(count, backoff)
    },
    reset: (name) => void refusals.delete(name),
  }
}
