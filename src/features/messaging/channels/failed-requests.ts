/** Maximum delay before the next attempt, even if the provider requests a longer delay. */
const MAX_RETRY_AFTER_MS = 60 * 60_000

/** Parses a `retry-after` header: seconds or an HTTP date. Null for other values. */
export function retryAfterMs(header: string | null, now: number, maxMs = MAX_RETRY_AFTER_MS): number | null {
  if (header === null) return null
  const ms = /^\d+(\.\d+)?$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), maxMs)
}

/** True if a request that failed with this code certainly did not reach the provider, so a retry is safe. */
export const isCertainlyNotSent = (code: string): boolean =>
  NOT_SENT_CODES.has(code) || /CERT|^ERR_(SSL|TLS)_/.test(code)

const NOT_SENT_CODES: ReadonlySet<string> = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'UND_ERR_CONNECT_TIMEOUT',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])
