/** When something happened, for people: date and time in the reader's zone, with the zone's name. `at` in epoch seconds. */
export function exactTime(at: number): string {
  return new Date(at * 1000).toLocaleString(undefined, {
    dateStyle: 'full',
    timeStyle: 'long',
  })
}

/** `at` in epoch seconds as a time of day, with the day when it isn't today's. */
export function shortTime(at: number, now: Date = new Date()): string {
  const date = new Date(at * 1000)
  const time = date.toLocaleTimeString(undefined, { timeStyle: 'short' })
  if (date.toDateString() === now.toDateString()) return time
  const year = date.getFullYear() === now.getFullYear() ? undefined : 'numeric'
  return `${date.toLocaleDateString(undefined, { day: 'numeric', month: 'short', year })}, ${time}`
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
  const format = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' })
  if (Math.abs(away) < 60) return format.format(0, 'second')
  const step = STEPS.find(({ below }) => Math.abs(away) < below)
  if (!step) return shortDate(at, now)
  // What was set a moment ago to last seven days lasts seven days, not six.
  return format.format(Math.trunc((away > 0 ? away + 60 : away) / step.seconds), step.unit)
}

function shortDate(at: number, now: Date): string {
  const date = new Date(at * 1000)
  const year = date.getFullYear() === now.getFullYear() ? undefined : 'numeric'
  return date.toLocaleDateString(undefined, { day: 'numeric', month: 'short', year })
}
