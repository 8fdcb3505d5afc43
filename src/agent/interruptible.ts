import type { Clock } from '#base/clock.ts'

export interface Interruption {
  /** Of the turn. */
  signal: AbortSignal
  clock: Clock
  /** Null: as long as it takes. */
  limitMs: number | null
  /** What is thrown when the time is up. */
  tooLong: string
}

/** The turn was cancelled while something of it ran. */
export class Cancelled extends Error {
  constructor() {
    super('The turn was cancelled.')
    this.name = 'Cancelled'
  }
}

/**
 * Run work that gets a signal and may ignore it: once the turn is over or the time is up, it is left to itself.
 *
 * @throws Cancelled, or an Error that says `tooLong`.
 */
export async function interruptible<T>(
  { signal, clock, limitMs, tooLong }: Interruption,
  work: (signal: AbortSignal) => T | Promise<T>,
): Promise<T> {
  if (signal.aborted) throw new Cancelled()
  const stop = new AbortController()
  const timer = new AbortController()
  const cancel = () => stop.abort(new Cancelled())
  signal.addEventListener('abort', cancel, { once: true })
  if (limitMs !== null)
    void clock.sleep(limitMs, timer.signal).then(
      () => stop.abort(new Error(tooLong)),
      () => {}, // it ended in time
    )
  try {
    const stopped = new Promise<never>((_, reject) => {
      stop.signal.addEventListener('abort', () => reject(stop.signal.reason), { once: true })
    })
    const working = (async () => work(stop.signal))() // work that throws at once rejects like any other
    return await Promise.race([stopped, working])
  } finally {
    timer.abort()
    signal.removeEventListener('abort', cancel)
  }
}
