import type { Clock } from '#ground/base/clock.ts'

export interface Interruption {
  signal: AbortSignal
  clock: Clock
  /** Null: no limit. */
  limitMs: number | null
  tooLong: string
  /** Absent: the work cannot restart its time limit. */
  prolonging?: { maxMs: number; tooLong: string } | null
  onAbandoned?(): void
}

export interface TurnTimeLimit {
  pause(): () => void
  prolong(): void
}

export class TurnTooLong extends Error {
  override name = 'TooLong'
}

export class Cancelled extends Error {
  constructor() {
    super('The turn was cancelled.')
    this.name = 'Cancelled'
  }
}

/** After the time limit, aborts the work and does not wait for it. @throws Cancelled, or TurnTooLong with `tooLong`. */
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
    if (onAbandoned) setImmediate(() => isOver || onAbandoned())
  }
  const cancel = () => end(new Cancelled())
  signal.addEventListener('abort', cancel, { once: true })
  const limit = startLimit(clock, { limitMs, maxMs: prolonging?.maxMs ?? null }, (isProlonged) =>
    end(new TurnTooLong(isProlonged && prolonging ? prolonging.tooLong : tooLong)),
  )
  try {
    const working = (async () => work(stop.signal, limit))() // converts a synchronous exception to a rejection
    const markOver = () => void (isOver = true)
    working.then(markOver, markOver)
    return await Promise.race([stopped, working])
  } finally {
    limit.stop()
    signal.removeEventListener('abort', cancel)
  }
}

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
