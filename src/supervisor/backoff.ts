const CRASH = { firstMs: 100, longestMs: 10_000 }

/** For a Hub of a gateway that doesn't start: mostly a person must fix it, which is noticed at once. */
export const RETRY = { firstMs: 5_000, longestMs: 60_000 }

/** How long a process must have been healthy for its earlier crashes to be forgotten. */
export const HEALTHY_AFTER_MS = 30_000

/** How long to wait before starting a process again, by how often in a row it has crashed before. */
export const backoffMs = (crashesBefore: number, { firstMs, longestMs } = CRASH): number =>
  Math.min(firstMs * 2 ** crashesBefore, longestMs)
