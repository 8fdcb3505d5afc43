import type { Clock } from '#ground/base/clock.ts'

export interface Interruption {
  /** Of the turn. */
  signal: AbortSignal
  clock: Clock
  /** Null: as long as it takes. */
  limitMs: number | null
  /** What is thrown when the time is up. */
  tooLong: string
  /** Lets the work begin its time again, until it took `maxMs` in all; default it can't. */
  prolonging?: { maxMs: number; tooLong: string } | null
  /** Called when the work was told to stop and goes on all the same. */
  onAbandoned?(): void
}

/** Work took longer than it may. */
export class TooLong extends Error {
  override name = 'TooLong'
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
 * @throws Cancelled, or TooLong that says `tooLong`.
 */
export async function interruptible<T>(
  { signal, clock, limitMs, tooLong, prolonging = null, onAbandoned }: Interruption,
  work: (signal: AbortSignal, prolong: () => void) => T | Promise<T>,
): Promise<T> {
  if (signal.aborted) throw new Cancelled()
  const stop = new AbortController()
  const { promise: stopped, reject } = Promise.withResolvers<never>()
  let isOver = false
  const end = (why: Error) => {
    if (stop.signal.aborted) return
    reject(why)
    stop.abort(why)
    // Work that obeys its signal gets a moment to say so.
    if (onAbandoned) setImmediate(() => isOver || onAbandoned())
  }
  const cancel = () => end(new Cancelled())
  signal.addEventListener('abort', cancel, { once: true })
  const startedAt = clock.now()
  let stopTimer = limitMs === null ? () => {} : clock.after(limitMs, () => end(new TooLong(tooLong)))
  const prolong = () => {
    if (limitMs === null || prolonging === null || isOver || stop.signal.aborted) return
    stopTimer()
    const ms = Math.min(limitMs, startedAt + prolonging.maxMs - clock.now())
    stopTimer = clock.after(Math.max(0, ms), () => end(new TooLong(prolonging.tooLong)))
  }
  try {
    const working = (async () => work(stop.signal, prolong))() // work that throws at once rejects like any other
    const over = () => void (isOver = true)
    working.then(over, over)
    return await Promise.race([stopped, working])
  } finally {
    stopTimer()
    signal.removeEventListener('abort', cancel)
  }
}
