import type { Clock } from '#ground/base/clock.ts'

/** Work took longer than it may. */
export class TimeUp extends Error {
  constructor() {
    super('Its time was up.')
    this.name = 'TimeUp'
  }
}

/** A signal that follows another one and aborts with `TimeUp` after some time. Over once it is disposed of. */
export function deadline(options: { signal: AbortSignal; ms: number; clock: Pick<Clock, 'after'> }): {
  signal: AbortSignal
} & Disposable {
  const { signal, ms, clock } = options
  const late = new AbortController()
  const cancel = clock.after(ms, () => late.abort(new TimeUp()))
  return { signal: AbortSignal.any([signal, late.signal]), [Symbol.dispose]: cancel }
}
