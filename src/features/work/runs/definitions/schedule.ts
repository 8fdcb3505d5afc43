import type { EpochMs } from '#ground/base/clock.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import { cronSchedule } from '../cron/cron-schedule.ts'
import type { Schedule } from '../cron/slot-range.ts'

const EVERY = /^every\s+(\d{1,5})\s*(m|h|d)$/
const UNIT_MS = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/**
 * `text` is a cron line of five fields, or `every 15m` (minutes, hours or days). `every` counts from the beginning of
 * 1970 in UTC, so that all processes have the same slots.
 *
 * When the clocks are set forward, some local times do not exist; when they are set back, some occur twice:
 * 1. A line that names hours, such as `30 2 * * *`, runs once right after the missing times, and only at the first of
 *    two equal times.
 * 2. Another line, such as `30 * * * *`, does not run at missing times, and runs at both of two equal times.
 */
export function parseSchedule(text: string, timezone: string): Result<Schedule, string> {
  const line = text.trim()
  const every = EVERY.exec(line)
  if (every) return everySchedule(Number(every[1]), every[2] as keyof typeof UNIT_MS)
  if (line.startsWith('every'))
    return refused('expected an interval such as “every 15m”, “every 2h” or “every 1d”')
  if (!line.startsWith('@') && line.split(/\s+/).length !== 5)
    return refused(
      'expected a cron line of five fields, such as “0 7 * * 1-5”, or an interval such as “every 15m”',
    )
  try {
    const schedule = cronSchedule(line, timezone)
    return schedule.next(0) === null ? refused('names a day that does not exist') : accepted(schedule)
  } catch (error) {
    return refused((error as Error).message.replace(/^\w+: /, ''))
  }
}

const everySchedule = (count: number, unit: keyof typeof UNIT_MS): Result<Schedule, string> => {
  const length = count * UNIT_MS[unit]
  if (length === 0) return refused('expected an interval of at least 1m')
  const before = (at: EpochMs) => Math.floor(at / length)
  return accepted({
    key: `every ${length}`,
    next: (after) => (before(after) + 1) * length,
    between(after, until) {
      const [first, last] = [before(after) + 1, before(until)]
      return last < first ? null : { first: first * length, last: last * length, count: last - first + 1 }
    },
  })
}

export function nextTimes(schedule: Schedule, after: EpochMs, count: number): EpochMs[] {
  const times: EpochMs[] = []
  for (let at = schedule.next(after); at !== null && times.length < count; at = schedule.next(at))
    times.push(at)
  return times
}
