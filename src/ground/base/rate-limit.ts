import type { Clock, EpochMs } from './clock.ts'

export interface RateLimit {
  /** Counts the client's request if it is allowed. Returns 0 if it is allowed, else the whole seconds to wait. */
  consume(client: string): number
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
  const consume =
    'burst' in rule
      ? limitBy(tokenBucket(rule), time)
      : limitBy(slidingWindow({ ...rule, windowMs: rule.windowSeconds * 1000 }), time)
  return { consume: (client) => Math.ceil(consume(client) / 1000) }
}

export interface CallLimit {
  /**
   * Counts the call if it is allowed now.
   * @returns 0 if the call is allowed, else the milliseconds to wait.
   */
  consume(): number
  pause(ms: number): void
}

export function createCallLimit({
  clock,
  ...rule
}: { attempts: number; windowMs: number } & { clock: Pick<Clock, 'now'> }): CallLimit {
  const time = monotonicClock(clock)
  const consume = limitBy(slidingWindow(rule), time)
  let pausedUntil = -Infinity
  return {
    consume: () => (pausedUntil > time() ? pausedUntil - time() : consume('')),
    pause(ms) {
      pausedUntil = Math.max(pausedUntil, time() + ms)
    },
  }
}

interface Algorithm<Use extends object> {
  /** Returns null if all earlier requests have expired. */
  remaining(use: Use, now: EpochMs): Use | null
  consume(use: Use | null, now: EpochMs): Use | number
}

/** @returns Milliseconds to wait; 0 if the request is allowed and counted. */
function limitBy<Use extends object>(
  algorithm: Algorithm<Use>,
  time: () => EpochMs,
): (client: string) => number {
  const uses = new Map<string, Use>()
  return (client) => {
    const now = time()
    const known = uses.get(client)
    const result = algorithm.consume(known ? algorithm.remaining(known, now) : null, now)
    if (typeof result === 'number') return result
    uses.delete(client) // re-inserted, so that the first entries are the least recently used
    uses.set(client, result)
    for (const [other, use] of uses) {
      if (algorithm.remaining(use, now) !== null) break
      uses.delete(other)
    }
    return 0
  }
}

const tokenBucket = ({ burst, perSecond }: Allowance): Algorithm<{ count: number; at: EpochMs }> => ({
  remaining(use, now) {
    const count = use.count + ((now - use.at) / 1000) * perSecond
    return count < burst ? { count, at: now } : null
  },
  consume(use, now) {
    const count = use?.count ?? burst
    return count < 1 ? ((1 - count) / perSecond) * 1000 : { count: count - 1, at: now }
  },
})

const slidingWindow = ({
  attempts,
  windowMs,
}: Pick<RateWindow, 'attempts'> & { windowMs: number }): Algorithm<readonly EpochMs[]> => ({
  remaining(times, now) {
    const recent = times.filter((at) => at > now - windowMs)
    return recent.length > 0 ? recent : null
  },
  consume(times, now) {
    const recent = times ?? []
    if (recent.length < attempts) return [...recent, now]
    return recent[0]! + windowMs - now
  },
})

/** Does not go back when the system clock is set back, so that clients do not wait longer. */
function monotonicClock({ now }: Pick<Clock, 'now'>): () => EpochMs {
  let last = now()
  let offset = 0
  return () => {
    const at = now()
    if (at < last) offset += last - at
    last = at
    return at + offset
  }
}
