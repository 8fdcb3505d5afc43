import type { EpochMs } from '#ground/base/clock.ts'

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

/** Periods begin and end in UTC. */
export type UsagePeriod = 'hour' | 'day' | 'month'

export function startOf(step: UsagePeriod, at: EpochMs): EpochMs {
  if (step === 'hour') return Math.floor(at / HOUR_MS) * HOUR_MS
  if (step === 'day') return Math.floor(at / DAY_MS) * DAY_MS
  return monthAfter(at, 0)
}

export function endOf(step: UsagePeriod, at: EpochMs): EpochMs {
  if (step === 'month') return monthAfter(at, 1)
  return startOf(step, at) + (step === 'hour' ? HOUR_MS : DAY_MS)
}

const monthAfter = (at: EpochMs, months: number): EpochMs => {
  const date = new Date(at)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months)
}
