import type { EpochMs } from '#ground/base/clock.ts'
import type { Times } from './ports.ts'

const LEAST_INTERVAL_MS = 3_600_000
/** A cron line has the same times on each of its days, so two days contain its shortest interval. */
const CHECKED_MS = 2 * 86_400_000

/** True if two times are less than an hour apart. */
export function isTooOften(times: Pick<Times, 'next'>, now: EpochMs): boolean {
  const first = times.next(now)
  let before = first
  while (before !== null && before - first! <= CHECKED_MS) {
    const next = times.next(before)
    if (next !== null && next - before < LEAST_INTERVAL_MS) return true
    before = next
  }
  return false
}
