import { format, listed } from '../../ui/language.ts'
import { schedule } from './messages.ts'

/** Null if the schedule is too complex for a short sentence. */
export function scheduleWords(written: string): string | null {
  const line = written.trim()
  const every = /^every\s+(\d+)\s*([mhd])$/.exec(line)
  if (every) return schedule.every[UNITS[every[2] as keyof typeof UNITS]](Number(every[1]))
  const [minute, hour, day, month, weekday, more] = (NICKNAMES[line] ?? line).split(/\s+/)
  if (minute === undefined || weekday === undefined || more !== undefined) return null
  const times = timesOf(minute, hour!)
  const days = daysOf(day!, month!, weekday)
  if (times === null || days === null) return null
  const everyDay = schedule.every.day(1)
  if (times.kind === 'often') return days === everyDay ? times.words : schedule.often(times.words, days)
  return schedule.at(days, times.words)
}

const UNITS = { m: 'minute', h: 'hour', d: 'day' } as const
const NICKNAMES: Readonly<Record<string, string>> = {
  '@hourly': '0 * * * *',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@weekly': '0 0 * * 0',
  '@monthly': '0 0 1 * *',
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
}

type Times = { kind: 'at' | 'often'; words: string }
const MAX_TIMES = 4

function timesOf(minute: string, hour: string): Times | null {
  const { every } = schedule
  if (hour === '*') {
    if (minute === '*') return { kind: 'often', words: every.minute(1) }
    const step = stepOf(minute)
    if (step !== null) return 60 % step === 0 ? { kind: 'often', words: every.minute(step) } : null
    const minutes = listOf(minute, 59)
    if (minutes === null) return null
    if (minutes.length === 1 && minutes[0] === 0) return { kind: 'often', words: every.hour(1) }
    return { kind: 'often', words: schedule.hourAt(listed(minutes.map((one) => `:${two(one)}`))) }
  }
  const step = stepOf(hour)
  if (step !== null && minute === '0' && 24 % step === 0) return { kind: 'often', words: every.hour(step) }
  const [hours, minutes] = [listOf(hour, 23), listOf(minute, 59)]
  if (hours === null || minutes === null || hours.length * minutes.length > MAX_TIMES) return null
  return { kind: 'at', words: listed(hours.flatMap((h) => minutes.map((m) => `${two(h)}:${two(m)}`))) }
}

const SHORT_DAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT']
const SHORT_MONTHS = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ')

const FIRST_SUNDAY = 4 // of January 1970

const weekdayName = (day: number): string =>
  format('weekday', (tag) => new Intl.DateTimeFormat(tag, { weekday: 'long', timeZone: 'UTC' })).format(
    Date.UTC(1970, 0, FIRST_SUNDAY + day),
  )
const monthName = (month: number): string =>
  format('month alone', (tag) => new Intl.DateTimeFormat(tag, { month: 'long', timeZone: 'UTC' })).format(
    Date.UTC(1970, month - 1),
  )
const dateName = (date: number, month: number): string =>
  format(
    'date without year',
    (tag) => new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'long', timeZone: 'UTC' }),
  ).format(Date.UTC(LEAP_YEAR, month - 1, date))

const LEAP_YEAR = 2024

/** Cron combines day of month and day of week with "or". */
function daysOf(day: string, month: string, weekday: string): string | null {
  const months = isAny(month) ? [] : listOf(named(month, SHORT_MONTHS, 1), 12, 1)
  if (months === null) return null
  const inMonths = (words: string) =>
    months.length > 0 ? schedule.inMonths(words, listed(months.map(monthName))) : words
  if (!isAny(day)) {
    const dates = listOf(day, 31, 1)
    if (dates === null || dates.length > MAX_TIMES || !isAny(weekday)) return null
    return months.length > 0
      ? schedule.yearly(listed(months.flatMap((one) => dates.map((date) => dateName(date, one)))))
      : schedule.monthly(listed(dates.map((date) => schedule.date(date))))
  }
  if (isAny(weekday)) return inMonths(schedule.every.day(1))
  const numbers = listOf(named(weekday, SHORT_DAYS, 0), 7)
  if (numbers === null) return null
  const days = [...new Set(numbers.map((one) => one % 7))].toSorted((a, b) => (a || 7) - (b || 7))
  const key = days.join()
  if (days.length === 7) return inMonths(schedule.every.day(1))
  if (key === '1,2,3,4,5') return inMonths(schedule.weekdays)
  if (key === '6,0') return inMonths(schedule.weekend)
  return inMonths(schedule.someDays(listed(days.map(weekdayName))))
}

const isAny = (field: string): boolean => field === '*' || field === '?'

const named = (field: string, names: readonly string[], first: number): string =>
  field.replaceAll(/[a-z]{3}/gi, (name) => {
    const at = names.indexOf(name.toUpperCase())
    return at < 0 ? name : String(at + first)
  })

const stepOf = (field: string): number | null => {
  const step = /^\*\/(\d{1,2})$/.exec(field)
  return step && Number(step[1]) > 0 ? Number(step[1]) : null
}

function listOf(field: string, most: number, least = 0): number[] | null {
  const numbers: number[] = []
  for (const part of field.split(',')) {
    const range = /^(\d{1,2})(?:-(\d{1,2})(?:\/(\d{1,2}))?)?$/.exec(part)
    if (!range) return null
    const [from, to, step] = [Number(range[1]), Number(range[2] ?? range[1]), Number(range[3] ?? 1)]
    if (from < least || to > most || to < from || step === 0) return null
    for (let one = from; one <= to; one += step) numbers.push(one)
  }
  return [...new Set(numbers)].toSorted((a, b) => a - b)
}

const two = (number: number): string => String(number).padStart(2, '0')
