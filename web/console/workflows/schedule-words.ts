/** Null if the schedule is too complex for a short sentence. */
export function scheduleWords(schedule: string): string | null {
  const line = schedule.trim()
  const every = /^every\s+(\d+)\s*([mhd])$/.exec(line)
  if (every) return everyWords(Number(every[1]), UNITS[every[2] as keyof typeof UNITS])
  const [minute, hour, day, month, weekday, more] = (NICKNAMES[line] ?? line).split(/\s+/)
  if (minute === undefined || weekday === undefined || more !== undefined) return null
  const times = timesOf(minute, hour!)
  const days = daysOf(day!, month!, weekday)
  if (times === null || days === null) return null
  if (times.kind === 'often') return days === 'every day' ? times.words : `${times.words}, ${days}`
  return `${days} at ${times.words}`
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

const everyWords = (count: number, unit: string): string =>
  count === 1 ? `every ${unit}` : `every ${count} ${unit}s`

type Times = { kind: 'at' | 'often'; words: string }
const MAX_TIMES = 4

function timesOf(minute: string, hour: string): Times | null {
  if (hour === '*') {
    if (minute === '*') return { kind: 'often', words: 'every minute' }
    const step = stepOf(minute)
    if (step !== null) return 60 % step === 0 ? { kind: 'often', words: everyWords(step, 'minute') } : null
    const minutes = listOf(minute, 59)
    if (minutes === null) return null
    if (minutes.length === 1 && minutes[0] === 0) return { kind: 'often', words: 'every hour' }
    return { kind: 'often', words: `every hour at ${joined(minutes.map((one) => `:${two(one)}`))}` }
  }
  const step = stepOf(hour)
  if (step !== null && minute === '0' && 24 % step === 0)
    return { kind: 'often', words: everyWords(step, 'hour') }
  const [hours, minutes] = [listOf(hour, 23), listOf(minute, 59)]
  if (hours === null || minutes === null || hours.length * minutes.length > MAX_TIMES) return null
  return { kind: 'at', words: joined(hours.flatMap((h) => minutes.map((m) => `${two(h)}:${two(m)}`))) }
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const SHORT_DAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT']
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const SHORT_MONTHS = MONTHS.map((month) => month.slice(0, 3).toUpperCase())

/** Cron combines day of month and day of week with "or". */
function daysOf(day: string, month: string, weekday: string): string | null {
  const months = isAny(month) ? [] : listOf(named(month, SHORT_MONTHS, 1), 12, 1)
  if (months === null) return null
  const inMonths = months.length > 0 ? ` in ${joined(months.map((one) => MONTHS[one - 1]!))}` : ''
  if (!isAny(day)) {
    const dates = listOf(day, 31, 1)
    if (dates === null || dates.length > MAX_TIMES || !isAny(weekday)) return null
    return months.length > 0
      ? `every year on ${joined(months.flatMap((one) => dates.map((date) => `${date} ${MONTHS[one - 1]!}`)))}`
      : `every month on the ${joined(dates.map(ordinal))}`
  }
  if (isAny(weekday)) return `every day${inMonths}`
  const listed = listOf(named(weekday, SHORT_DAYS, 0), 7)
  if (listed === null) return null
  const days = [...new Set(listed.map((one) => one % 7))].toSorted((a, b) => (a || 7) - (b || 7))
  const key = days.join()
  if (days.length === 7) return `every day${inMonths}`
  if (key === '1,2,3,4,5') return `every weekday${inMonths}`
  if (key === '6,0') return `every weekend${inMonths}`
  return `every ${joined(days.map((one) => WEEKDAYS[one]!))}${inMonths}`
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

const joined = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)!}`

const ordinal = (day: number): string => {
  const ending = day > 3 && day < 21 ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th')
  return `${day}${ending}`
}
