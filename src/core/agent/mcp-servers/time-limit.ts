import type { Clock } from '#ground/base/clock.ts'

export interface McpTimeLimit {
  ms: number
  tooLate: Error
  signal: AbortSignal
  clock: Clock
}

export async function withinLimit<T>(
  { ms, tooLate, signal, clock }: McpTimeLimit,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController()
  const timer = new AbortController()
  clock.sleep(ms, timer.signal).then(
    () => limit.abort(tooLate),
    () => {},
  )
  try {
    return await work(AbortSignal.any([signal, limit.signal]))
  } finally {
    timer.abort()
  }
}

export async function atMost(ms: number, work: Promise<void>, clock: Clock): Promise<void> {
  const timer = new AbortController()
  await Promise.race([work, clock.sleep(ms, timer.signal).catch(() => {})])
  timer.abort()
}
