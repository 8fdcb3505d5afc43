import { backoffMs } from '#ground/base/backoff.ts'
import type { EpochMs } from '#ground/base/clock.ts'

const FIRST_MS = 1000
const MAX_RETRY_DELAY_MS = 30_000
const MAX_RETRY_AFTER_MS = 10 * 60_000

/**
 * Returns the delay that the server requested, else an exponential delay of at most 30 seconds with jitter.
 *
 * @param failures Failed attempts, from 1.
 * @param retryAfter `Retry-After` header: seconds or a date.
 */
export function retryDelayMs(about: {
  failures: number
  retryAfter: string | null
  now: EpochMs
  random: number
}): number {
  const asked = parseRetryAfterMs(about.retryAfter, about.now)
  if (asked !== null) return Math.min(asked, MAX_RETRY_AFTER_MS)
  const full = backoffMs(about.failures, { firstMs: FIRST_MS, maxMs: MAX_RETRY_DELAY_MS })
  return Math.round(full * (0.75 + about.random / 4))
}

const parseRetryAfterMs = (header: string | null, now: EpochMs): number | null => {
  if (header === null) return null
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1000
  const date = Date.parse(header)
  return Number.isNaN(date) ? null : Math.max(0, date - now)
}
