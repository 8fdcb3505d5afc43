import type { Clock, EpochMs } from '#ground/base/clock.ts'

/** A timer can't be set to any time. */
const MAX_TIMER_MS = 24 * 60 * 60_000

/** Call `ring` when it is time, which may be in months. Returns the way to stop. */
export function setAlarm(clock: Pick<Clock, 'now' | 'after'>, at: EpochMs, ring: () => void): () => void {
  const leftMs = at - clock.now()
  if (leftMs <= MAX_TIMER_MS) return clock.after(Math.max(leftMs, 0), ring)
  let cancel = clock.after(MAX_TIMER_MS, () => (cancel = setAlarm(clock, at, ring)))
  return () => cancel()
}
