import type { Clock, EpochMs } from '#ground/base/clock.ts'
import { afterSleep } from './timer-of-sleep.ts'

export interface TestClock extends Clock {
  advance(ms: number): void
  /** Resolves when code sleeps for at least `ms`; without `ms`, for any time. */
  sleeper(ms?: number): Promise<void>
  /** Resolves when code sleeps for exactly `ms`; other code may have longer sleeps. */
  sleeperFor(ms: number): Promise<void>
}

export function testClock(start: EpochMs = Date.UTC(2026, 10, 20, 12)): TestClock {
  let now = start
  const sleeping = new Set<{ until: number; wake: () => void }>()
  const watchers = new Set<() => void>()

  const sleep: Clock['sleep'] = (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const entry = { until: now + ms, wake: resolve }
      sleeping.add(entry)
      signal?.addEventListener(
        'abort',
        () => {
          sleeping.delete(entry)
          reject(signal.reason)
        },
        { once: true },
      )
      for (const check of watchers) check()
    })

  const seen = (isMeant: (until: EpochMs) => boolean) =>
    new Promise<void>((resolve) => {
      const check = () => {
        if (![...sleeping].some((entry) => isMeant(entry.until))) return
        watchers.delete(check)
        resolve()
      }
      watchers.add(check)
      check()
    })

  return {
    now: () => now,
    sleep,
    after: afterSleep(sleep),
    advance(ms) {
      now += ms
      for (const entry of [...sleeping].toSorted((a, b) => a.until - b.until)) {
        if (entry.until > now) continue
        sleeping.delete(entry)
        entry.wake()
      }
    },
    sleeper: (ms = 0) => seen((until) => until >= now + ms),
    sleeperFor: (ms) => seen((until) => until === now + ms),
  }
}
