import type { Clock } from '#ground/base/clock.ts'
import { afterSleep } from './timer-of-sleep.ts'

export interface ManualClock extends Clock {
  advance(ms: number): void
  /**
   * Resolves with the milliseconds of a sleep. Each sleep is reported once, in the order of their start; without an
   * unreported sleep, the call waits for the next one.
   */
  nextSleep(): Promise<number>
}

export function manualClock(start = Date.UTC(2026, 0, 1)): ManualClock {
  let now = start
  const sleepers = new Set<{ until: number; wake(): void }>()
  const unseen: number[] = []
  const watchers: ((ms: number) => void)[] = []
  const sleep: Clock['sleep'] = (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const sleeper = { until: now + ms, wake: resolve }
      sleepers.add(sleeper)
      signal?.addEventListener('abort', () => {
        sleepers.delete(sleeper)
        reject(signal.reason)
      })
      const watcher = watchers.shift()
      if (watcher) watcher(ms)
      else unseen.push(ms)
    })
  return {
    now: () => now,
    sleep,
    after: afterSleep(sleep),
    advance(ms) {
      now += ms
      for (const sleeper of sleepers)
        if (sleeper.until <= now) {
          sleepers.delete(sleeper)
          sleeper.wake()
        }
    },
    nextSleep: async () => unseen.shift() ?? new Promise((resolve) => watchers.push(resolve)),
  }
}
