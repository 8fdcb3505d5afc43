/** Longer delays are checked again after this long. */
const LONGEST_MS = 60 * 60_000

/** The delay of a `retry-after`, in seconds or until a date; null when it is unreadable. */
export function retryAfterMs(header: string | null, now: number, maxMs = LONGEST_MS): number | null {
  if (header === null) return null
  const ms = /^\d+(\.\d+)?$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), maxMs)
}
