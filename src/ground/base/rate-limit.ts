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

export interface RateWindow {
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
}: (Allowance | RateWindow) & { clock: Pick<Clock, 'now'> }): RateLimit {
  const time = passing(clock)
  const take =
    'burst' in rule
      ? limitBy(allowanceLaw(rule), time)
      : limitBy(windowLaw({ ...rule, windowMs: rule.windowSeconds * 1000 }), time)
  return { take: (who) => Math.ceil(take(who) / 1000) }
}

/** Limit of our calls to a provider. */
export interface CallLimit {
  /** @returns 0 when a call may be made now, which is then counted; else milliseconds until then. */
  take(): number
  /** The provider requested a pause. */
  rest(ms: number): void
}

/** At most so many calls in any window, and none during a pause. */
export function createCallLimit({
  clock,
  ...rule
}: { attempts: number; windowMs: number } & { clock: Pick<Clock, 'now'> }): CallLimit {
  const time = passing(clock)
  const take = limitBy(windowLaw(rule), time)
  let restsUntil = -Infinity
  return {
    take: () => (restsUntil > time() ? restsUntil - time() : take('')),
    rest(ms) {
      restsUntil = Math.max(restsUntil, time() + ms)
    },
  }
}

interface Law<Use extends object> {
  /** The part of a client's use that still counts; null for a full share. */
  left(use: Use, now: EpochMs): Use | null
  /** The new count, or the milliseconds to wait. */
  take(use: Use | null, now: EpochMs): Use | number
}

/** @returns Milliseconds to wait for a client; 0 when it has taken from its share. */
function limitBy<Use extends object>(law: Law<Use>, time: () => EpochMs): (who: string) => number {
  const uses = new Map<string, Use>()
  return (who) => {
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
  }
}

const allowanceLaw = ({ burst, perSecond }: Allowance): Law<{ count: number; at: EpochMs }> => ({
  left(use, now) {
    const count = use.count + ((now - use.at) / 1000) * perSecond
    return count < burst ? { count, at: now } : null
  },
  take(use, now) {
    const count = use?.count ?? burst
    return count < 1 ? ((1 - count) / perSecond) * 1000 : { count: count - 1, at: now }
  },
})

const windowLaw = ({
  attempts,
  windowMs,
}: Pick<RateWindow, 'attempts'> & { windowMs: number }): Law<readonly EpochMs[]> => ({
  left(times, now) {
    const recent = times.filter((at) => at > now - windowMs)
    return recent.length > 0 ? recent : null
  },
  take(times, now) {
    const recent = times ?? []
    if (recent.length < attempts) return [...recent, now]
    return recent[0]! + windowMs - now
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
