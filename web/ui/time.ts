import { format, number } from './language.ts'
import { units } from './messages.ts'

const exact = () =>
  format('exact', (tag) => new Intl.DateTimeFormat(tag, { dateStyle: 'full', timeStyle: 'long' }))
const timeOfDay = () => format('time', (tag) => new Intl.DateTimeFormat(tag, { timeStyle: 'short' }))
const day = () => format('day', (tag) => new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'short' }))
const dayAndYear = () =>
  format('year', (tag) => new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'short', year: 'numeric' }))
const tenths = () =>
  format(
    'tenths',
    (tag) => new Intl.NumberFormat(tag, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
  )
const away = () => format('away', (tag) => new Intl.RelativeTimeFormat(tag, { numeric: 'auto' }))

const medium = () =>
  format('medium', (tag) => new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'medium' }))

/** `at`: ISO 8601. */
export const mediumTime = (at: string): string => written(new Date(at), medium())

/** `at`: seconds since 1970. */
export const exactTime = (at: number): string => written(new Date(at * 1000), exact())

/** Omits the day if it is today. `at`: seconds since 1970. */
export function shortTime(at: number, now: Date = new Date()): string {
  const date = new Date(at * 1000)
  const time = written(date, timeOfDay())
  if (date.toDateString() === now.toDateString()) return time
  return `${dayOf(date, now)}, ${time}`
}

/** Such as `38 ms`, `0.4 s`, `12 s`, `2 min 5 s`. */
export function duration(ms: number): string {
  if (ms < 100) return units.ms(number(Math.round(ms)))
  if (ms < 9950) return units.s(tenths().format(ms / 1000))
  const seconds = Math.round(ms / 1000)
  if (seconds < 60) return units.s(number(seconds))
  const minutes = units.min(number(Math.floor(seconds / 60)))
  return seconds % 60 ? `${minutes} ${units.s(number(seconds % 60))}` : minutes
}

const HOUR_SECONDS = 3600
const DAY_SECONDS = 86_400
const MAX_DAYS_AWAY = 7

/** `at`: seconds since 1970. From 24 hours on, counts calendar days in the reader's zone. */
export function relativeTime(at: number, now: Date = new Date()): string {
  const date = new Date(at * 1000)
  const exact = at - now.getTime() / 1000
  if (Math.abs(exact) < 60) return away().format(0, 'second')
  // Rounds up, so that an expiry set to two hours shows two hours.
  const seconds = exact > 0 ? exact + 60 : exact
  const distance = Math.abs(seconds)
  if (distance < HOUR_SECONDS) return away().format(Math.trunc(seconds / 60), 'minute')
  if (distance < DAY_SECONDS) return away().format(Math.trunc(seconds / HOUR_SECONDS), 'hour')
  const days = calendarDaysBetween(now, date)
  return Math.abs(days) <= MAX_DAYS_AWAY ? away().format(days, 'day') : dayOf(date, now)
}

/** Rounds, because a day may have 23 or 25 hours. */
const calendarDaysBetween = (from: Date, to: Date): number =>
  Math.round((startOfDay(to) - startOfDay(from)) / (DAY_SECONDS * 1000))

const startOfDay = (date: Date): number =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()

const dayOf = (date: Date, now: Date): string =>
  written(date, date.getFullYear() === now.getFullYear() ? day() : dayAndYear())

/** `Intl.DateTimeFormat` throws for an invalid date; the page must not fail. */
const written = (date: Date, format: Intl.DateTimeFormat): string =>
  Number.isNaN(date.getTime()) ? String(date) : format.format(date)
