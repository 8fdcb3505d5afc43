/** What asks for more has to be asked again by then. */
const LONGEST_MS = 60 * 60_000

/** How long a `retry-after` asks to wait, in seconds or until a date; null when it says nothing that can be read. */
export function retryAfterMs(header: string | null, now: number, maxMs = LONGEST_MS): number | null {
  if (header === null) return null
  const ms = /^\d+(\.\d+)?$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), maxMs)
}
