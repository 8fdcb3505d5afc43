import type { Clock, EpochMs } from './clock.ts'

export interface RateLimit {
  /** Takes from a client's share. Returns 0 on success, else the whole seconds until the next. */
  take(who: string): number
}

export interface Allowance {
  /** So many at once; then what fills up steadily. */
  burst: number
  perSecond: number
}

export interface Window {
  /** At most so many in any window, however they are spread. */
  attempts: number
  windowSeconds: number
}

/**
 * A share for each client. Refused attempts don't count. Kept in memory: a restart resets it, and clients
 * with a full share are forgotten.
 */
export function createRateLimit({
  clock,
  ...rule
}: (Allowance | Window) & { clock: Pick<Clock, 'now'> }): RateLimit {
  const time = passing(clock)
  return 'burst' in rule ? limitBy(allowanceLaw(rule), time) : limitBy(windowLaw(rule), time)
}

interface Law<Use extends object> {
  /** The part of a client's use that still counts; null for a full share. */
  left(use: Use, now: EpochMs): Use | null
  /** The new count, or the seconds to wait. */
  take(use: Use | null, now: EpochMs): Use | number
}

function limitBy<Use extends object>(law: Law<Use>, time: () => EpochMs): RateLimit {
  const uses = new Map<string, Use>()
  return {
    take(who) {
      const now = time()
      const known = uses.get(who)
      const taken = law.take(known ? law.left(known, now) : null, now)
      if (typeof taken === 'number') return taken
      uses.delete(who) // re-inserted, so that the first entries are the least recently used
      uses.set(who, taken)
      for (const [other, use] of uses) {
        if (law.left(use, now) !== null) break
        uses.delete(other)
      }
      return 0
    },
  }
}

const allowanceLaw = ({ burst, perSecond }: Allowance): Law<{ count: number; at: EpochMs }> => ({
  left(use, now) {
    const count = use.count + ((now - use.at) / 1000) * perSecond
    return count < burst ? { count, at: now } : null
  },
  take(use, now) {
    const count = use?.count ?? burst
    return count < 1 ? Math.ceil((1 - count) / perSecond) : { count: count - 1, at: now }
  },
})

const windowLaw = ({ attempts, windowSeconds }: Window): Law<readonly EpochMs[]> => ({
  left(times, now) {
    const recent = times.filter((at) => at > now - windowSeconds * 1000)
    return recent.length > 0 ? recent : null
  },
  take(times, now) {
    const recent = times ?? []
    if (recent.length < attempts) return [...recent, now]
    return Math.max(1, Math.ceil((recent[0]! + windowSeconds * 1000 - now) / 1000))
  },
})

/**
 * Monotonic time: a clock that is set back continues from its earlier value, so that no client waits until it
 * is there again.
 */
function passing({ now }: Pick<Clock, 'now'>): () => EpochMs {
  let last = now()
  let behind = 0
  return () => {
    const at = now()
    if (at < last) behind += last - at
    last = at
    return at + behind
  }
}
