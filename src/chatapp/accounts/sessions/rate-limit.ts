import type { Clock } from '#ground/base/clock.ts'

export interface RateLimit {
  /** Count one attempt. Gives 0 when it may go ahead, else the whole seconds to wait. Refused attempts don't count. */
  take(key: string): number
}

/** At most `attempts` per key in any `windowSeconds`. Kept in memory: a restart forgives. */
export function createRateLimit(options: {
  attempts: number
  windowSeconds: number
  clock: Clock
}): RateLimit {
  const { attempts, clock } = options
  const windowMs = options.windowSeconds * 1000
  const taken = new Map<string, number[]>()
  return {
    take(key) {
      const now = clock.now()
      const recent = (taken.get(key) ?? []).filter((at) => at > now - windowMs)
      if (recent.length >= attempts) return Math.max(1, Math.ceil((recent[0]! + windowMs - now) / 1000))
      recent.push(now)
      // Re-inserted, so the map stays in order of last use and the oldest come first.
      taken.delete(key)
      taken.set(key, recent)
      forget(taken, now - windowMs)
      return 0
    },
  }
}

/** Drop keys nobody used since. A few per call keep the map small without ever walking all of it. */
function forget(taken: Map<string, number[]>, before: number): void {
  let looked = 0
  for (const [key, times] of taken) {
    if (looked++ >= 4 || times.at(-1)! > before) return
    taken.delete(key)
  }
}
