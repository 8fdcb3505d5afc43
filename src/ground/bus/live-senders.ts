import type { Clock, EpochMs } from '#ground/base/clock.ts'
import { WORK_HEARTBEAT_MS, type WorkMessage } from './work-messages.ts'

/** If a sender is silent for longer, its messages may be getting lost. */
const MISSING_MS = 2 * WORK_HEARTBEAT_MS + 500
/** If a sender is silent for longer, it counts as dead: its leases have expired by then. */
const GONE_MS = 60_000

/** Tracks the processes that send notifications about a Hub. */
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
    /**
     * True if `since` is long enough ago to detect senders, and no known sender is silent. Senders that announced
     * their end do not count.
     */
    areAllThere(since: EpochMs): boolean {
      const now = clock.now()
      return now - since >= MISSING_MS && [...tellers.values()].every(({ at }) => now - at < MISSING_MS)
    },
  }
}
