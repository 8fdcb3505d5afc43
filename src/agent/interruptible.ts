import type { Clock } from '#base/clock.ts'

export interface Interruption {
  /** Of the turn. */
  signal: AbortSignal
  clock: Clock
  /** Null: as long as it takes. */
  limitMs: number | null
  /** What is thrown when the time is up. */
  tooLong: string
  /** Called when the work was told to stop and goes on all the same. */
  onAbandoned?(): void
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
  { signal, clock, limitMs, tooLong, onAbandoned }: Interruption,
  work: (signal: AbortSignal) => T | Promise<T>,
): Promise<T> {
  if (signal.aborted) throw new Cancelled()
  const stop = new AbortController()
  const cancel = () => stop.abort(new Cancelled())
  signal.addEventListener('abort', cancel, { once: true })
  const stopTimer = limitMs === null ? () => {} : clock.after(limitMs, () => stop.abort(new Error(tooLong)))
  try {
    const stopped = new Promise<never>((_, reject) => {
      stop.signal.addEventListener('abort', () => reject(stop.signal.reason), { once: true })
    })
    let isOver = false
    const working = (async () => work(stop.signal))() // work that throws at once rejects like any other
    const over = () => void (isOver = true)
    working.then(over, over)
    if (onAbandoned)
      // Work that obeys its signal gets a moment to say so.
      stop.signal.addEventListener('abort', () => setImmediate(() => isOver || onAbandoned()), { once: true })
    return await Promise.race([stopped, working])
  } finally {
    stopTimer()
    signal.removeEventListener('abort', cancel)
  }
}
