import type { Clock } from '#ground/base/clock.ts'
import { startLoop } from '#ground/base/loop.ts'
import type { Blobs } from './blobs.ts'

export interface SweepsOptions {
  blobs: Pick<Blobs, 'sweepEveryMs'>
  clock: Clock
  sweep(signal: AbortSignal): Promise<void>
  onFailure(error: unknown): void
}

/** Look for bytes that nobody names, now and as often as it is needed. Disposing stops it. */
export function startSweeps({ blobs, clock, sweep, onFailure }: SweepsOptions): AsyncDisposable {
  const { sweepEveryMs: everyMs } = blobs
  if (everyMs !== null) return startLoop({ clock, everyMs, work: sweep, onFailure })
  const closing = new AbortController()
  const swept = sweep(closing.signal).catch((error: unknown) => {
    if (!closing.signal.aborted) onFailure(error)
  })
  return {
    async [Symbol.asyncDispose]() {
      closing.abort()
      await swept
    },
  }
}
