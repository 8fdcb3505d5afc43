import type { Clock } from '#ground/base/clock.ts'

export interface InterruptibleWaits extends Disposable {
  /** Resolves after `ms`, on abort, or when a notification arrives; at once if one arrived since the last call. */
  next(ms: number, signal: AbortSignal): Promise<void>
}

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
      for (const subscription of listening) subscription[Symbol.dispose]()
    },
  }
}
