import type { Backoff } from '#ground/base/backoff.ts'

/** Between the crashes of a process. */
export const CRASH_BACKOFF: Backoff = { firstMs: 100, maxMs: 10_000 }

/** For a Hub of a gateway that doesn't start: mostly a person must fix it, which is noticed at once. */
export const START_BACKOFF: Backoff = { firstMs: 5_000, maxMs: 60_000 }

/** How long a process must have been healthy for its earlier crashes to be forgotten. */
export const HEALTHY_AFTER_MS = 30_000
