import type { Clock } from '#ground/base/clock.ts'

export class TimeUp extends Error {
  constructor() {
    super('The time limit was reached.')
    this.name = 'TimeUp'
  }
}

/** Dispose the returned object to stop the timer. */
export function deadline(options: { signal: AbortSignal; ms: number; clock: Pick<Clock, 'after'> }): {
  signal: AbortSignal
} & Disposable {
  const { signal, ms, clock } = options
  const late = new AbortController()
  const cancel = clock.after(ms, () => late.abort(new TimeUp()))
  return { signal: AbortSignal.any([signal, late.signal]), [Symbol.dispose]: cancel }
}
