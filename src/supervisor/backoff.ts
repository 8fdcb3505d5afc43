import type { Backoff } from '#ground/base/backoff.ts'

export const CRASH_BACKOFF: Backoff = { firstMs: 100, maxMs: 10_000 }

/**
 * The delays are long, because usually only a person can fix a Hub that fails to start. A change in the Hub's folder
 * starts a retry at once.
 */
export const START_BACKOFF: Backoff = { firstMs: 5_000, maxMs: 60_000 }

/** After this time without a crash, earlier crashes no longer count. */
export const HEALTHY_AFTER_MS = 30_000
