import type { Clock } from '#ground/base/clock.ts'

/** Wakes those who wait for a change of an artifact. Changes that other processes make are seen a little later. */
export function createSignals(clock: Pick<Clock, 'sleep'>) {
  const waiting = new Map<string, Set<() => void>>()
  return {
    notify(id: string): void {
      for (const wake of waiting.get(id) ?? []) wake()
    },

    /** Resolves with the next change of an artifact in this process, after `ms`, or when the signal aborts. */
    async next(id: string, ms: number, signal: AbortSignal): Promise<void> {
      const over = new AbortController()
      const those = waiting.get(id) ?? new Set()
      waiting.set(id, those)
      const wake = () => over.abort()
      those.add(wake)
      try {
        await clock.sleep(ms, AbortSignal.any([signal, over.signal])).catch(() => {})
      } finally {
        those.delete(wake)
        if (those.size === 0 && waiting.get(id) === those) waiting.delete(id)
      }
    },
  }
}
