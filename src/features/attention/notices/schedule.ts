import type { EpochMs } from '#ground/base/clock.ts'
import { minuteOfDayIn, nextMinuteOfDayIn } from '#ground/base/time-zone.ts'

export interface NoticeTimes {
  pace: 'at_once' | 'hourly' | 'daily'
  /** Minutes since midnight in the time zone. */
  dailyAt: number
  /** Null: no quiet hours. A span may cross midnight. */
  quiet: { from: number; until: number } | null
  timeZone: string
}

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

/** Time of the next check after `now`; never within the quiet hours, except for a daily notice at its own time. */
export function nextCheck(times: NoticeTimes, now: EpochMs): EpochMs {
  const { pace, dailyAt, timeZone } = times
  if (pace === 'daily') return nextMinuteOfDayIn(timeZone, dailyAt, now)
  const stepMs = pace === 'hourly' ? HOUR_MS : MINUTE_MS
  return afterQuiet(times, (Math.floor(now / stepMs) + 1) * stepMs)
}

export const isQuiet = ({ quiet, timeZone }: NoticeTimes, at: EpochMs): boolean => {
  if (quiet === null) return false
  const minute = minuteOfDayIn(timeZone, at)
  const { from, until } = quiet
  return from <= until ? minute >= from && minute < until : minute >= from || minute < until
}

/** `at`, or the end of the quiet hours that contain it. */
export const afterQuiet = (times: NoticeTimes, at: EpochMs): EpochMs =>
  times.quiet !== null && isQuiet(times, at) ? nextMinuteOfDayIn(times.timeZone, times.quiet.until, at) : at
