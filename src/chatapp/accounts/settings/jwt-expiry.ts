import { sumOfDurations } from '#ground/base/duration.ts'

/** Maximum lifetime of a session, even if the setting is unlimited. */
export const MAX_SESSION_SECONDS = 3650 * 86_400

/** Parses a setting such as `4w`, `1d12h` or `-1` (unlimited). @returns Seconds, at least 1 */
export function sessionSeconds(expiry: string): number {
  if (expiry === '-1' || expiry === '0') return MAX_SESSION_SECONDS
  return Math.min(Math.max(1, Math.floor(sumOfDurations(expiry) / 1000)), MAX_SESSION_SECONDS)
}
