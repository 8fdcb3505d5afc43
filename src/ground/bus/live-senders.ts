import type { Clock, EpochMs } from '#ground/base/clock.ts'
import { WORK_HEARTBEAT_MS, type WorkMessage } from './work-messages.ts'

const MAX_SILENCE_MS = 2 * WORK_HEARTBEAT_MS + 500
/** A process that has sent no work message for this time is removed from `senders`, because its leases have expired. */
const SENDER_TTL_MS = 60_000

export function createLiveSenders(clock: Pick<Clock, 'now'>) {
  const senders = new Map<string, { at: EpochMs; n: number }>()
  return {
    recordMessage(message: WorkMessage): boolean {
      const { from, is } = message
      if (is === 'leaving') {
        senders.delete(from)
        return false
      }
      const before = is === 'hint' ? message.n - 1 : message.n
      const known = senders.get(from)?.n ?? (is === 'hint' ? before : 0)
      senders.set(from, { at: clock.now(), n: Math.max(known, message.n) })
      return known < before
    },
    removeExpired(): void {
      const now = clock.now()
      for (const [from, { at }] of senders) if (now - at >= SENDER_TTL_MS) senders.delete(from)
    },
    areAllAlive(since: EpochMs): boolean {
      const now = clock.now()
      return (
        now - since >= MAX_SILENCE_MS && [...senders.values()].every(({ at }) => now - at < MAX_SILENCE_MS)
      )
    },
  }
}
