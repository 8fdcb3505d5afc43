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

/** When something happened, for people: date and time in the reader's zone, with the zone's name. `at` in epoch seconds. */
export const exactTime = (at: number): string => written(new Date(at * 1000), exact())

/** `at` in epoch seconds as a time of day, with the day when it isn't today's. */
export function shortTime(at: number, now: Date = new Date()): string {
  const date = new Date(at * 1000)
  const time = written(date, timeOfDay())
  if (date.toDateString() === now.toDateString()) return time
  return `${dayOf(date, now)}, ${time}`
}

/** How long something took: `38 ms`, `0.4 s`, `12 s`, `2 min 5 s`. */
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

/**
 * How far away `at` (epoch seconds) is: `now`, `2 minutes ago`, `in 3 hours`; further away than a week, the date. From a day on,
 * days of the reader's calendar count: `tomorrow` is no other day, however many hours are between.
 */
export function relativeTime(at: number, now: Date = new Date()): string {
  const date = new Date(at * 1000)
  const exact = at - now.getTime() / 1000
  if (Math.abs(exact) < 60) return away().format(0, 'second')
  // A duration of two hours that was set a moment ago is still shown as two hours.
  const seconds = exact > 0 ? exact + 60 : exact
  const distance = Math.abs(seconds)
  if (distance < HOUR_SECONDS) return away().format(Math.trunc(seconds / 60), 'minute')
  if (distance < DAY_SECONDS) return away().format(Math.trunc(seconds / HOUR_SECONDS), 'hour')
  const days = calendarDaysBetween(now, date)
  return Math.abs(days) <= MAX_DAYS_AWAY ? away().format(days, 'day') : dayOf(date, now)
}

/** A day may have 23 or 25 hours. */
const calendarDaysBetween = (from: Date, to: Date): number =>
  Math.round((startOfDay(to) - startOfDay(from)) / (DAY_SECONDS * 1000))

const startOfDay = (date: Date): number =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()

/** With the year when it isn't this one. */
const dayOf = (date: Date, now: Date): string =>
  written(date, date.getFullYear() === now.getFullYear() ? day() : dayAndYear())

/** A page is not to fail for a time that is none. */
const written = (date: Date, format: Intl.DateTimeFormat): string =>
  Number.isNaN(date.getTime()) ? String(date) : format.format(date)
