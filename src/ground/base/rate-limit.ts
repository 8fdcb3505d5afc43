import type { Clock } from './clock.ts'

export interface RateLimit {
  /** Take one of somebody's allowance. Gives 0 when there was one, else the whole seconds to wait for the next. */
  take(who: string): number
}

/**
 * An allowance per person that fills up steadily: `burst` at once, then `perSecond`. Kept in memory; those whose
 * allowance is full again are forgotten.
 */
export function createRateLimit(options: {
  burst: number
  perSecond: number
  clock: Pick<Clock, 'now'>
}): RateLimit {
  const { burst, perSecond, clock } = options
  const left = new Map<string, { count: number; at: number }>()
  const leftNow = ({ count, at }: { count: number; at: number }, now: number) =>
    Math.min(burst, count + ((now - at) / 1000) * perSecond)

  return {
    take(who) {
      const now = clock.now()
      const known = left.get(who)
      if (known && known.at > now) known.at = now // the clock was set back: nobody waits until it is there again
      const count = known ? leftNow(known, now) : burst
      if (count < 1) return Math.ceil((1 - count) / perSecond)
      left.delete(who) // re-inserted, so that the first ones are those nobody used for longest
      left.set(who, { count: count - 1, at: now })
      for (const [other, allowance] of left) {
        if (leftNow(allowance, now) < burst) break
        left.delete(other)
      }
      return 0
    },
  }
}
