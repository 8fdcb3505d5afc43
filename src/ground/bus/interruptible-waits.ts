import type { Clock } from '#ground/base/clock.ts'

/** Waits that hints cut short. */
export interface InterruptibleWaits extends Disposable {
  /**
   * Resolves with the next notification, or one received since the last wait; after `ms`; or when the signal
   * aborts.
   */
  next(ms: number, signal: AbortSignal): Promise<void>
}

/** @param listen Calls back with every hint, until what it gives is disposed. */
export function listenForNotifications(
  clock: Pick<Clock, 'sleep'>,
  listen: (wake: () => void) => readonly Disposable[],
): InterruptibleWaits {
  let notified = new AbortController()
  const listening = listen(() => notified.abort())
  return {
    async next(ms, signal) {
      await clock.sleep(ms, AbortSignal.any([signal, notified.signal])).catch(() => {})
      if (notified.signal.aborted) notified = new AbortController()
    },
    [Symbol.dispose]() {
      for (const one of listening) one[Symbol.dispose]()
    },
  }
}
