import type { ScheduleResult, ScheduleView } from '#chatapp/schedules/schema.ts'
import { format } from '../../ui/language.ts'
import { relativeTime } from '../../ui/time.ts'
import { scheduleTexts as texts } from './messages.ts'
import { timesOf } from './times.ts'

export const ownTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

const clockTime = () =>
  format('clock time', (tag) => new Intl.DateTimeFormat(tag, { timeStyle: 'short', timeZone: 'UTC' }))
const weekdays = () =>
  format('weekday', (tag) => new Intl.DateTimeFormat(tag, { weekday: 'long', timeZone: 'UTC' }))
const dayInWords = () =>
  format(
    'day in words',
    (tag) => new Intl.DateTimeFormat(tag, { weekday: 'short', day: 'numeric', month: 'short' }),
  )
const localTime = () => format('local time', (tag) => new Intl.DateTimeFormat(tag, { timeStyle: 'short' }))

const zonedTime = () =>
  format(
    'time with zone',
    (tag) => new Intl.DateTimeFormat(tag, { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' }),
  )

const A_SUNDAY = Date.UTC(2026, 0, 4)
const DAY_MS = 86_400_000

/** @param weekday 0 is Sunday. */
export const weekdayName = (weekday: number): string => weekdays().format(A_SUNDAY + weekday * DAY_MS)

/** The time zone is left out if it is the browser’s, or if the schedule is an interval. */
export function timesText({ schedule, time_zone }: Pick<ScheduleView, 'schedule' | 'time_zone'>): string {
  const interval = intervalText(schedule)
  if (interval !== null) return texts.everyInterval(interval)
  const { kind, time, weekday, day, custom } = timesOf(schedule)
  const at = clockTime().format(Date.parse(`2026-01-01T${time}Z`))
  const text = {
    day: () => texts.everyDay(at),
    weekdays: () => texts.weekdays(at),
    week: () => texts.everyWeek(weekdayName(weekday), at),
    month: () => texts.everyMonth(String(day), at),
    custom: () => custom,
  }[kind]()
  return time_zone === ownTimeZone() ? text : `${text} (${time_zone.replaceAll('_', ' ')})`
}

const UNITS: Readonly<Record<string, string>> = { m: 'minute', h: 'hour', d: 'day' }

/** Such as `12 hours` for `every 12h`; null for other schedules. */
function intervalText(schedule: string): string | null {
  const [, count, letter = ''] = /^every (\d+)\s*([mhd])$/.exec(schedule.trim()) ?? []
  const unit = UNITS[letter]
  if (count === undefined || unit === undefined) return null
  const inUnit = format(
    `long ${unit}`,
    (tag) => new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'long' }),
  )
  return inUnit.format(Number(count))
}

/** Such as `Mon, 7 Dec, 08:00`. `at`: epoch seconds. */
export const momentText = (at: number): string =>
  `${dayInWords().format(at * 1000)}, ${localTime().format(at * 1000)}`

/** If the schedule’s time zone is not the browser’s, the text names the browser’s zone. */
export function nextText(schedule: Pick<ScheduleView, 'paused' | 'next_at' | 'time_zone'>): string {
  const { paused, next_at, time_zone } = schedule
  if (paused) return texts.paused[paused]
  if (next_at === null) return texts.over
  if (next_at * 1000 < Date.now() - DUE_MS) return texts.waits
  const moment =
    time_zone === ownTimeZone()
      ? momentText(next_at)
      : `${dayInWords().format(next_at * 1000)}, ${zonedTime().format(next_at * 1000)}`
  return texts.nextAt(`${moment} (${relativeTime(next_at)})`)
}

/** A run may begin this long after its time; after that, the schedule is shown as waiting for its agent. */
const DUE_MS = 60_000

const NO_ACCESS = new Set(['access_withdrawn', 'model_not_found', 'no_grant', 'no_identity', 'unknown_hub'])

export function reasonText({ state, reason, message }: ScheduleResult): string | null {
  if (reason === null || !['failed', 'refused', 'missed', 'interrupted'].includes(state)) return null
  const code = NO_ACCESS.has(reason) ? 'no_access' : reason
  const known = texts.reasons as Readonly<Record<string, string>>
  return Object.hasOwn(known, code) ? known[code]! : (message ?? reason)
}
