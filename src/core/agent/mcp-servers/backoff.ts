const FIRST_MS = 1000
const MOST_MS = 60_000

/** A server that ran this long was well: the next wait is the first one again. */
const HEALTHY_MS = 60_000

/** Milliseconds to wait before a server is started again, doubling from 1 s to 60 s. */
export function createBackoff(): { next(ranForMs: number): number } {
  let wait = FIRST_MS
  return {
    next(ranForMs) {
      if (ranForMs >= HEALTHY_MS) wait = FIRST_MS
      const now = wait
      wait = Math.min(wait * 2, MOST_MS)
      return now
    },
  }
}
