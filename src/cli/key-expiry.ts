import { accepted, refused, type Result } from '#ground/base/result.ts'
import { parseDuration } from '#ground/base/duration.ts'

const DAY_MS = 86_400_000

/** Epoch seconds of the end of a duration such as `90d` or of a day such as `2027-06-30` (UTC). */
export function keyExpiry(text: string, nowMs: number): Result<number, 'unreadable' | 'past'> {
  const lengthMs = parseDuration(text)
  const endMs = lengthMs === null ? endOfDay(text) : nowMs + lengthMs
  if (endMs === null) return refused('unreadable')
  const end = Math.floor(endMs / 1000)
  return end * 1000 > nowMs ? accepted(end) : refused('past')
}

function endOfDay(text: string): number | null {
  const start = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN
  // `Date` converts an invalid day such as 30 February to a later day.
  if (Number.isNaN(start) || !new Date(start).toISOString().startsWith(text)) return null
  return start + DAY_MS
}
