import { BoundedMap } from './bounded-map.ts'

const MAX_NAME_LENGTH = 64

export function isTimeZone(name: string): boolean {
  if (name.length > MAX_NAME_LENGTH) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** Example: `Saturday, 2026-11-28`. Cached by minute: each turn needs the date, and formatting takes 10 µs. */
export function dateIn(timeZone: string, epochMs: number): string {
  const minute = Math.floor(epochMs / MINUTE_MS)
  const known = dates.get(timeZone)
  if (known?.minute === minute) return known.date
  const date = formattedDate(timeZone, epochMs)
  dates.set(timeZone, { minute, date })
  return date
}

const dates = new BoundedMap<string, { minute: number; date: string }>(100)

function formattedDate(timeZone: string, epochMs: number): string {
  const formatter = formatters.get(timeZone) ?? formatterFor(timeZone)
  formatters.set(timeZone, formatter)
  const parts = formatter.formatToParts(epochMs)
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? ''
  return `${part('weekday')}, ${part('year')}-${part('month')}-${part('day')}`
}

/** Minutes since midnight in the zone's local time. */
export function minuteOfDayIn(timeZone: string, epochMs: number): number {
  const formatter = clockFormatters.get(timeZone) ?? clockFormatterFor(timeZone)
  clockFormatters.set(timeZone, formatter)
  const [hour = 0, minute = 0] = formatter.format(epochMs).split(':').map(Number)
  return hour * 60 + minute
}

/**
 * Next time after `epochMs` at which the zone's local time is this minute of the day. If a clock change skips this
 * minute, the local time of the result is later.
 */
export function nextMinuteOfDayIn(timeZone: string, minute: number, epochMs: number): number {
  const start = (Math.floor(epochMs / MINUTE_MS) + 1) * MINUTE_MS
  const waitOf = (at: number) => (minute - minuteOfDayIn(timeZone, at) + DAY_MINUTES) % DAY_MINUTES
  const guess = start + waitOf(start) * MINUTE_MS
  // A clock change between `start` and the guess shifts the guess by at most a few hours.
  for (let at = Math.max(start, guess - MAX_CHANGE_MINUTES * MINUTE_MS); at <= guess; at += MINUTE_MS)
    if (waitOf(at) === 0) return at
  for (let at = guess; at <= guess + MAX_CHANGE_MINUTES * MINUTE_MS; at += MINUTE_MS)
    if (waitOf(at) === 0) return at
  return guess
}

const MINUTE_MS = 60_000
const DAY_MINUTES = 24 * 60
const MAX_CHANGE_MINUTES = 180

const clockFormatters = new BoundedMap<string, Intl.DateTimeFormat>(100)

const clockFormatterFor = (timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

/** Cached: a new formatter takes up to 23 ms. */
const formatters = new BoundedMap<string, Intl.DateTimeFormat>(100)

const formatterFor = (timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'long',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
