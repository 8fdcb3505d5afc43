import type { Clock, EpochMs } from '#ground/base/clock.ts'

/** A longer wait uses several timers in sequence, because Node limits a timer to 2³¹ ms. */
const MAX_TIMER_MS = 24 * 60 * 60_000

export function setAlarm(clock: Pick<Clock, 'now' | 'after'>, at: EpochMs, ring: () => void): () => void {
  const leftMs = at - clock.now()
  if (leftMs <= MAX_TIMER_MS) return clock.after(Math.max(leftMs, 0), ring)
  let cancel = clock.after(MAX_TIMER_MS, () => (cancel = setAlarm(clock, at, ring)))
  return () => cancel()
}
