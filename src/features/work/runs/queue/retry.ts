import { backoffMs } from '#ground/base/backoff.ts'

export const MAX_RETRY_DELAY_MS = 15 * 60_000

/**
 * The delay is 0 after the first failure, then 1, 2, 4, 8 and at most 15 minutes. `tries` is the number of runs so
 * far.
 */
export const retryDelayMs = (tries: number): number =>
  backoffMs(tries - 1, { firstMs: 60_000, maxMs: MAX_RETRY_DELAY_MS })
