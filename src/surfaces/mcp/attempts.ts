import { BoundedMap } from '#ground/base/bounded-map.ts'
import type { Clock } from '#ground/base/clock.ts'
import { createRateLimit, type Window } from '#ground/base/rate-limit.ts'

export interface AttemptsDeps {
  clock: Pick<Clock, 'now'>
}

/** What is known of a credential before anybody is asked whose it is. A `known` one was right before. */
export type Foreknowledge = { kind: 'known' | 'ask' | 'wrong' } | { kind: 'wait'; seconds: number }

export interface Attempts {
  /** What to do with a credential that an address presents, told by its digest; null is none at all. */
  look(digest: string | null, address: string): Foreknowledge
  /** It is somebody's. */
  good(digest: string): void
  /** It is nobody's. */
  wrong(digest: string, address: string): void
}

/** A program that keeps sending a key that was revoked costs one question in this time. */
const WRONG_FOR_MS = 10_000
/** Credentials remembered of each kind; the oldest make room. */
const MOST_KEPT = 10_000
/** Requests of one address with no key, or one that nobody sent before: far above what setting a program up takes. */
const OF_ADDRESS = { burst: 120, perSecond: 2 }
/** Wrong keys of one address at all machines that serve the Hub. */
export const WRONG_KEYS: Window = { attempts: 120, windowSeconds: 60 }

/**
 * Keeps those without a right key from costing much. A key found wrong stays wrong for ten seconds without a question; an
 * address gets only so many tries with new ones. Keys that were right before pass, whatever else their address sends:
 * behind a proxy all people may share one.
 */
export function createAttempts({ clock }: AttemptsDeps): Attempts {
  const known = new BoundedMap<string, true>(MOST_KEPT)
  const wrongUntil = new BoundedMap<string, number>(MOST_KEPT)
  const limit = createRateLimit({ ...OF_ADDRESS, clock })

  return {
    look(digest, address) {
      if (digest !== null) {
        if (clock.now() < (wrongUntil.get(digest) ?? 0)) return { kind: 'wrong' }
        if (known.has(digest)) return { kind: 'known' }
      }
      const seconds = limit.take(address)
      return seconds === 0 ? { kind: 'ask' } : { kind: 'wait', seconds }
    },
    good: (digest) => void known.set(digest, true),
    wrong(digest, address) {
      // One that was right until now cost nothing to get here.
      if (known.delete(digest)) limit.take(address)
      wrongUntil.set(digest, clock.now() + WRONG_FOR_MS)
    },
  }
}

/**
 * The network that a request came from: of IPv6 the first 64 bits, which is what one customer gets. Our edge sets
 * `X-Forwarded-For` anew, so its last entry is who reached the edge.
 */
export function networkOf(forwardedFor: string | string[] | undefined, remoteAddress: string): string {
  const [last] = String(forwardedFor ?? '')
    .split(',')
    .slice(-1)
  const address = last!.trim() || remoteAddress
  if (!address.includes(':') || address.includes('.')) return address
  const [front = ''] = address.split('::', 1)
  return [...front.split(':').filter(Boolean), '0', '0', '0', '0'].slice(0, 4).join(':')
}
