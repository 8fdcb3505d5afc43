import type { Clock, EpochMs } from './clock.ts'

export interface RateLimit {
  /** Counts one request of a client. Returns 0 if it is allowed, else the whole seconds to wait. */
  take(client: string): number
}

export interface Allowance {
  burst: number
  perSecond: number
}

export interface RateWindow {
  attempts: number
  windowSeconds: number
}

/** Refused requests do not count. State is in memory only. */
export function createRateLimit({
  clock,
  ...rule
}: (Allowance | RateWindow) & { clock: Pick<Clock, 'now'> }): RateLimit {
  const time = monotonicClock(clock)
  const take =
    'burst' in rule
      ? limitBy(allowanceLaw(rule), time)
      : limitBy(windowLaw({ ...rule, windowMs: rule.windowSeconds * 1000 }), time)
  return { take: (client) => Math.ceil(take(client) / 1000) }
}

export interface CallLimit {
  /** @returns 0 if a call is allowed now, and counts it; else milliseconds to wait. */
  take(): number
  pause(ms: number): void
}

export function createCallLimit({
  clock,
  ...rule
}: { attempts: number; windowMs: number } & { clock: Pick<Clock, 'now'> }): CallLimit {
  const time = monotonicClock(clock)
  const take = limitBy(windowLaw(rule), time)
  let pausedUntil = -Infinity
  return {
    take: () => (pausedUntil > time() ? pausedUntil - time() : take('')),
    pause(ms) {
      pausedUntil = Math.max(pausedUntil, time() + ms)
    },
  }
}

interface Law<Use extends object> {
  /** Null: the client can be removed from memory. */
  remaining(use: Use, now: EpochMs): Use | null
  take(use: Use | null, now: EpochMs): Use | number
}

/** @returns Milliseconds to wait; 0 if the request is allowed and counted. */
function limitBy<Use extends object>(law: Law<Use>, time: () => EpochMs): (client: string) => number {
  const uses = new Map<string, Use>()
  return (client) => {
    const now = time()
    const known = uses.get(client)
    const taken = law.take(known ? law.remaining(known, now) : null, now)
    if (typeof taken === 'number') return taken
    uses.delete(client) // re-inserted, so that the first entries are the least recently used
    uses.set(client, taken)
    for (const [other, use] of uses) {
      if (law.remaining(use, now) !== null) break
      uses.delete(other)
    }
    return 0
  }
}

const allowanceLaw = ({ burst, perSecond }: Allowance): Law<{ count: number; at: EpochMs }> => ({
  remaining(use, now) {
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
  remaining(times, now) {
    const recent = times.filter((at) => at > now - windowMs)
    return recent.length > 0 ? recent : null
  },
  take(times, now) {
    const recent = times ?? []
    if (recent.length < attempts) return [...recent, now]
    return recent[0]! + windowMs - now
  },
})

/** Does not go back when the system clock is set back, so that clients do not wait longer. */
function monotonicClock({ now }: Pick<Clock, 'now'>): () => EpochMs {
  let last = now()
  let behind = 0
  return () => {
    const at = now()
    if (at < last) behind += last - at
    last = at
    return at + behind
  }
}
