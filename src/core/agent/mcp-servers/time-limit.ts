import type { Clock } from '#ground/base/clock.ts'

export interface McpTimeLimit {
  ms: number
  /** Abort reason for the work's signal when the time is up. */
  tooLate: Error
  signal: AbortSignal
  clock: Clock
}

/** Run work that obeys its signal, which aborts with `signal` and when the time is up. */
export async function withinLimit<T>(
  { ms, tooLate, signal, clock }: McpTimeLimit,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController()
  const timer = new AbortController()
  clock.sleep(ms, timer.signal).then(
    () => limit.abort(tooLate),
    () => {}, // it was in time
  )
  try {
    return await work(AbortSignal.any([signal, limit.signal]))
  } finally {
    timer.abort()
  }
}

/** Wait for something, but no longer than this. */
export async function atMost(ms: number, work: Promise<void>, clock: Clock): Promise<void> {
  const timer = new AbortController()
  await Promise.race([work, clock.sleep(ms, timer.signal).catch(() => {})])
  timer.abort()
}
