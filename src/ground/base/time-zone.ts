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

/** Example: `Saturday, 2026-11-28`. */
export function dateIn(timeZone: string, epochMs: number): string {
  const formatter = formatters.get(timeZone) ?? formatterFor(timeZone)
  formatters.set(timeZone, formatter)
  const parts = formatter.formatToParts(epochMs)
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? ''
  return `${part('weekday')}, ${part('year')}-${part('month')}-${part('day')}`
}

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
