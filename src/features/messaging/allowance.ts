import type { Clock } from '#ground/base/clock.ts'

/** Calls that no answer depends on: so many are made that those which matter find room. */
export interface Allowance {
  /** @returns 0 when one may be made now, which is then taken to be made; else milliseconds until then. */
  take(): number
  /** The provider requested a pause. */
  rest(ms: number): void
}

/** @param most In any stretch of `inMs`. */
export function createAllowance(
  { now }: Pick<Clock, 'now'>,
  { most, inMs }: Readonly<Record<'most' | 'inMs', number>>,
): Allowance {
  /** When the last ones were made, oldest first. */
  const made: number[] = []
  let restsUntil = 0
  return {
    take() {
      const oldest = made.length < most ? -Infinity : made[0]!
      const waitMs = Math.max(oldest + inMs, restsUntil) - now()
      if (waitMs > 0) return waitMs
      made.push(now())
      if (made.length > most) made.shift()
      return 0
    },
    rest(ms) {
      restsUntil = Math.max(restsUntil, now() + ms)
    },
  }
}
