import type { Clock } from '#ground/base/clock.ts'

export const afterSleep =
  (sleep: Clock['sleep']): Clock['after'] =>
  (ms, then) => {
    const cancelled = new AbortController()
    sleep(ms, cancelled.signal).then(then, () => {})
    return () => cancelled.abort(null)
  }
