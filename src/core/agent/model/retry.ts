import { socketCodeOf } from './failure.ts'
import type { ModelFailure } from './model.ts'
import { statusOf } from './refusals/error-text.ts'

/** Maximum delays before the second and third attempt; the minimum is half. */
const BACKOFF_MS = [500, 2000] as const

/** If a provider requests a longer delay, the request fails at once. */
const MAX_RETRY_AFTER_MS = 10_000

const RETRIED = new Set([408, 429, 500, 502, 503, 504, 529])

/**
 * Milliseconds to wait before the next attempt; null: do not retry.
 * @param failures Number of failures, from 1.
 * @param random From 0 to 1: spreads the retries of turns that failed together.
 */
export function retryDelay(error: unknown, failures: number, now: number, random: number): number | null {
  const longest = BACKOFF_MS[failures - 1]
  if (longest === undefined) return null
  const backoff = Math.round(longest * (0.5 + random / 2))
  const { responseHeaders } = (error ?? {}) as { responseHeaders?: Record<string, string> }
  const statusCode = statusOf(error)
  if (statusCode === null) return socketCodeOf(error) ? backoff : null
  if (!RETRIED.has(statusCode)) return null
  const asked = readRetryAfter(responseHeaders ?? {}, now)
  if (asked === null) return backoff
  return asked <= MAX_RETRY_AFTER_MS ? asked : null
}

export const retryAfterOf = ({ cause }: ModelFailure, now: number): number | null =>
  readRetryAfter(
    (cause as { responseHeaders?: Record<string, string> } | undefined)?.responseHeaders ?? {},
    now,
  )

const readRetryAfter = (headers: Record<string, string>, now: number): number | null => {
  const ms = Number.parseFloat(headers['retry-after-ms'] ?? '')
  if (ms >= 0) return ms
  const after = headers['retry-after']
  if (after === undefined) return null
  const wait = /^\s*\d+(\.\d+)?\s*$/.test(after) ? Number(after) * 1000 : Date.parse(after) - now
  return Number.isNaN(wait) ? null : Math.max(0, wait)
}
