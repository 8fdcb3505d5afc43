import type { Clock, EpochMs } from '#ground/base/clock.ts'
import { WORK_HEARTBEAT_MS, type WorkMessage } from './work-messages.ts'

/** After this silence, messages of a sender may be getting lost. */
const MISSING_MS = 2 * WORK_HEARTBEAT_MS + 500
/** After this silence, a sender counts as dead: by then its usual leases have expired. */
const GONE_MS = 60_000

/** Known senders of a Hub's notifications. */
export function createLiveSenders(clock: Pick<Clock, 'now'>) {
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
    /** True if all senders seen since then, except those that left, are still present. */
    areAllThere(since: EpochMs): boolean {
      const now = clock.now()
      return now - since >= MISSING_MS && [...tellers.values()].every(({ at }) => now - at < MISSING_MS)
    },
  }
}
