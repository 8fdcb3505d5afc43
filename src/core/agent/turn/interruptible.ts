import type { Clock } from '#ground/base/clock.ts'

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

/** Stops the time limit of work while it waits for a person; the result starts it again. */
export type Pause = () => () => void

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
  { signal, clock, limitMs, tooLong, onAbandoned }: Interruption,
  work: (signal: AbortSignal, pause: Pause) => T | Promise<T>,
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
  const limit = startLimit(clock, limitMs, () => end(new TooLong(tooLong)))
  try {
    const working = (async () => work(stop.signal, limit.pause))() // work that throws at once rejects like any other
    const over = () => void (isOver = true)
    working.then(over, over)
    return await Promise.race([stopped, working])
  } finally {
    limit.stop()
    signal.removeEventListener('abort', cancel)
  }
}

/** A time limit that does not run while it is paused, be it several times at once. */
function startLimit(
  clock: Pick<Clock, 'now' | 'after'>,
  limitMs: number | null,
  onTimeUp: () => void,
): { pause: Pause; stop(): void } {
  if (limitMs === null) return { pause: () => () => {}, stop: () => {} }
  let leftMs = limitMs
  let pauses = 0
  let isStopped = false
  let stopTimer = () => {}
  let startedAt = 0
  const start = () => {
    startedAt = clock.now()
    stopTimer = clock.after(leftMs, onTimeUp)
  }
  start()
  return {
    pause() {
      if (pauses++ === 0) {
        stopTimer()
        leftMs = Math.max(0, leftMs - (clock.now() - startedAt))
      }
      let isPaused = true
      return () => {
        if (!isPaused) return
        isPaused = false
        if (--pauses === 0 && !isStopped) start()
      }
    },
    stop() {
      isStopped = true
      stopTimer()
    },
  }
}
