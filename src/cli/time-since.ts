import type { EpochMs } from '#ground/base/clock.ts'
import { parseDuration } from '#ground/base/duration.ts'

const DAY_MS = 86_400_000

/**
 * Accepts `2h` or `7d` (ago), the start of `today`, `yesterday` or `2026-11-20`, and times such as
 * `2026-11-20T09:00:00Z`; null for other texts. Days are UTC.
 */
export function timeSince(text: string, now: EpochMs): EpochMs | null {
  const word = text.trim().toLowerCase()
  if (word === 'now') return now
  if (word === 'today') return startOfDay(now)
  if (word === 'yesterday') return startOfDay(now) - DAY_MS
  const ago = parseDuration(word)
  return ago === null ? isoTime(text.trim()) : now - ago
}

const startOfDay = (at: EpochMs): EpochMs => at - (at % DAY_MS)

const ISO = /^(\d{4}-\d{2}-\d{2})([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/i

function isoTime(text: string): EpochMs | null {
  const [, day, time = 'T00:00', , , zone] = ISO.exec(text) ?? []
  // `Date` converts an invalid day such as 30 February to a later day.
  if (day === undefined || !isDay(day)) return null
  const at = Date.parse(`${day}${time.replace(' ', 'T')}${zone ? '' : 'Z'}`)
  return Number.isNaN(at) ? null : at
}

function isDay(day: string): boolean {
  const start = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(start) && new Date(start).toISOString().startsWith(day)
}
