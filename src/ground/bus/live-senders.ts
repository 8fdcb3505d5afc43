import type { Clock, EpochMs } from '#ground/base/clock.ts'
import { WORK_HEARTBEAT_MS, type WorkMessage } from './work-messages.ts'

/** A sender that is silent for longer may be losing messages. */
const MISSING_MS = 2 * WORK_HEARTBEAT_MS + 500
/** A sender that is silent for longer counts as dead: its leases have expired by then. */
const GONE_MS = 60_000

export function createLiveSenders(clock: Pick<Clock, 'now'>) {
  const tellers = new Map<string, { at: EpochMs; n: number }>()
  return {
    /** @returns True if earlier messages of the sender were lost. */
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
    /** True if no known sender is silent, and `since` is long enough ago to know the senders. */
    areAllThere(since: EpochMs): boolean {
      const now = clock.now()
      return now - since >= MISSING_MS && [...tellers.values()].every(({ at }) => now - at < MISSING_MS)
    },
  }
}
