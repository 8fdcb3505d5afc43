import type { Clock } from '#ground/base/clock.ts'

/** Waits that hints cut short. */
export interface Hints extends Disposable {
  /**
   * Resolves with the next notification, or one received since the last wait; after `ms`; or when the signal
   * aborts.
   */
  next(ms: number, signal: AbortSignal): Promise<void>
}

/** @param listen Calls back with every hint, until what it gives is disposed. */
export function listenForHints(
  clock: Pick<Clock, 'sleep'>,
  listen: (wake: () => void) => readonly Disposable[],
): Hints {
  let hinted = new AbortController()
  const listening = listen(() => hinted.abort())
  return {
    async next(ms, signal) {
      await clock.sleep(ms, AbortSignal.any([signal, hinted.signal])).catch(() => {})
      if (hinted.signal.aborted) hinted = new AbortController()
    },
    [Symbol.dispose]() {
      for (const one of listening) one[Symbol.dispose]()
    },
  }
}
