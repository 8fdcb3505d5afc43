import type { Clock } from '#ground/base/clock.ts'

export interface Interruption {
  /** Of the turn. */
  signal: AbortSignal
  clock: Clock
  /** Null: as long as it takes. */
  limitMs: number | null
  /** Message of the error when the time is up. */
  tooLong: string
  /** Lets the work begin its time again, until it took `maxMs` in all; default it can't. */
  prolonging?: { maxMs: number; tooLong: string } | null
  /** Called when the work was aborted and still runs. */
  onAbandoned?(): void
}

/** The time limit as the work itself changes it. */
export interface TurnTimeLimit {
  /** Stops the time while the work waits for a person; the result starts it again. */
  pause(): () => void
  /** Begins the time again, where the work may. */
  prolong(): void
}

/** Work took longer than it may. */
export class TurnTooLong extends Error {
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
 * Runs work that gets a signal and may ignore it: after the turn or the time limit ends, the work is
 * abandoned.
 *
 * @throws Cancelled, or TurnTooLong with `tooLong`.
 */
export async function interruptible<T>(
  { signal, clock, limitMs, tooLong, prolonging = null, onAbandoned }: Interruption,
  work: (signal: AbortSignal, time: TurnTimeLimit) => T | Promise<T>,
): Promise<T> {
  if (signal.aborted) throw new Cancelled()
  const stop = new AbortController()
  const { promise: stopped, reject } = Promise.withResolvers<never>()
  let isOver = false
  const end = (why: Error) => {
    if (stop.signal.aborted) return
    reject(why)
    stop.abort(why)
    // Work that obeys its signal gets a moment to report it.
    if (onAbandoned) setImmediate(() => isOver || onAbandoned())
  }
  const cancel = () => end(new Cancelled())
  signal.addEventListener('abort', cancel, { once: true })
  const limit = startLimit(clock, { limitMs, maxMs: prolonging?.maxMs ?? null }, (isProlonged) =>
    end(new TurnTooLong(isProlonged && prolonging ? prolonging.tooLong : tooLong)),
  )
  try {
    const working = (async () => work(stop.signal, limit))() // work that throws at once rejects like any other
    const over = () => void (isOver = true)
    working.then(over, over)
    return await Promise.race([stopped, working])
  } finally {
    limit.stop()
    signal.removeEventListener('abort', cancel)
  }
}

/**
 * A time limit that stops while it is paused. Pauses may overlap.
 *
 * @param bounds `maxMs`: how long the work may run in all when it is prolonged; null: it can't be.
 */
function startLimit(
  clock: Pick<Clock, 'now' | 'after'>,
  { limitMs, maxMs }: { limitMs: number | null; maxMs: number | null },
  onTimeUp: (isProlonged: boolean) => void,
): TurnTimeLimit & { stop(): void } {
  if (limitMs === null) return { pause: () => () => {}, prolong: () => {}, stop: () => {} }
  let [leftMs, usedMs, startedAt, pauses] = [limitMs, 0, 0, 0]
  let [isProlonged, isStopped] = [false, false]
  let stopTimer = () => {}
  const start = () => {
    startedAt = clock.now()
    stopTimer = clock.after(leftMs, () => onTimeUp(isProlonged))
  }
  const halt = () => {
    stopTimer()
    const ms = clock.now() - startedAt
    usedMs += ms
    leftMs = Math.max(0, leftMs - ms)
  }
  start()
  return {
    pause() {
      if (pauses++ === 0) halt()
      let isPaused = true
      return () => {
        if (!isPaused) return
        isPaused = false
        if (--pauses === 0 && !isStopped) start()
      }
    },
    prolong() {
      if (maxMs === null || isStopped) return
      if (pauses === 0) halt()
      leftMs = Math.min(limitMs, Math.max(0, maxMs - usedMs))
      isProlonged = true
      if (pauses === 0) start()
    },
    stop() {
      isStopped = true
      stopTimer()
    },
  }
}
