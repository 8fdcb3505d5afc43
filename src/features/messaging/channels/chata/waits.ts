import { BoundedMap } from '#ground/base/bounded-map.ts'

/** Delays after consecutive refusals, counted only by the provider. A restart resets them. */
export interface Waits {
  /** @returns milliseconds: longer each time. */
  next(name: string): number
  over(name: string): void
}

const MOST_NAMES = 10_000

export function createWaits({
  firstMs,
  factor,
  longestMs,
}: Readonly<Record<'firstMs' | 'factor' | 'longestMs', number>>): Waits {
  const refusals = new BoundedMap<string, number>(MOST_NAMES)
  return {
    next(name) {
      const before = refusals.get(name) ?? 0
      refusals.set(name, before + 1)
      return Math.min(firstMs * factor ** before, longestMs)
    },
    over: (name) => void refusals.delete(name),
  }
}
