/** Made once: to make one takes longer than to write a page's times with it. */
const EXACT = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' })
const TIME_OF_DAY = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })
const DAY = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })
const DAY_AND_YEAR = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' })
const AWAY = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' })

/** When something happened, for people: date and time in the reader's zone, with the zone's name. `at` in epoch seconds. */
export const exactTime = (at: number): string => written(new Date(at * 1000), EXACT)

/** `at` in epoch seconds as a time of day, with the day when it isn't today's. */
export function shortTime(at: number, now: Date = new Date()): string {
  const date = new Date(at * 1000)
  const time = written(date, TIME_OF_DAY)
  if (date.toDateString() === now.toDateString()) return time
  return `${dayOf(date, now)}, ${time}`
}

/** How long something took: `38 ms`, `0.4 s`, `12 s`, `2 min 5 s`. */
export function duration(ms: number): string {
  if (ms < 100) return `${Math.round(ms)} ms`
  if (ms < 9950) return `${(ms / 1000).toFixed(1)} s`
  const seconds = Math.round(ms / 1000)
  if (seconds < 60) return `${seconds} s`
  return seconds % 60 ? `${Math.floor(seconds / 60)} min ${seconds % 60} s` : `${seconds / 60} min`
}

const STEPS = [
  { unit: 'minute', seconds: 60, below: 3600 },
  { unit: 'hour', seconds: 3600, below: 86_400 },
  { unit: 'day', seconds: 86_400, below: 7 * 86_400 },
] as const

/** How far away `at` (epoch seconds) is: `now`, `2 minutes ago`, `in 3 hours`; further away than a week, the date. */
export function relativeTime(at: number, now: Date = new Date()): string {
  const away = at - now.getTime() / 1000
  if (Math.abs(away) < 60) return AWAY.format(0, 'second')
  const step = STEPS.find(({ below }) => Math.abs(away) < below)
  if (!step) return dayOf(new Date(at * 1000), now)
  // What was set a moment ago to last seven days lasts seven days, not six.
  return AWAY.format(Math.trunc((away > 0 ? away + 60 : away) / step.seconds), step.unit)
}

/** With the year when it isn't this one. */
const dayOf = (date: Date, now: Date): string =>
  written(date, date.getFullYear() === now.getFullYear() ? DAY : DAY_AND_YEAR)

/** A page is not to fail for a time that is none. */
const written = (date: Date, format: Intl.DateTimeFormat): string =>
  Number.isNaN(date.getTime()) ? String(date) : format.format(date)
