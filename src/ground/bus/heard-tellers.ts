import type { Clock, EpochMs } from '#ground/base/clock.ts'
import { BEAT_MS, type WorkMessage } from './work-messages.ts'

/** Of whom nothing is heard for so long may be telling what is not heard. */
const MISSING_MS = 2 * BEAT_MS + 500
/** And for so long, is gone: by then what they held under usual leases is free. */
const GONE_MS = 60_000

/** Those who tell of work of a Hub, as far as they are heard. */
export function createHeardTellers(clock: Pick<Clock, 'now'>) {
  const tellers = new Map<string, { at: EpochMs; n: number }>()
  return {
    /** @returns Whether something was missed before it. */
    note(message: WorkMessage): boolean {
      const { from, is } = message
      if (is === 'leaving') {
        tellers.delete(from)
        return false
      }
      const before = is === 'hint' ? message.n - 1 : message.n
      const known = tellers.get(from)?.n ?? (is === 'hint' ? before : 0)
      tellers.set(from, { at: clock.now(), n: Math.max(known, message.n) })
      return known < before
    },
    forgetGone(): void {
      const now = clock.now()
      for (const [from, { at }] of tellers) if (now - at >= GONE_MS) tellers.delete(from)
    },
    /** Whether whoever was heard since, and has not left, still is. */
    areAllThere(since: EpochMs): boolean {
      const now = clock.now()
      return now - since >= MISSING_MS && [...tellers.values()].every(({ at }) => now - at < MISSING_MS)
    },
  }
}
