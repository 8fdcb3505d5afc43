import { BoundedMap } from '#ground/base/bounded-map.ts'
import type { Clock } from '#ground/base/clock.ts'
import { createRateLimit, type RateWindow } from '#ground/base/rate-limit.ts'

export interface AttemptsDeps {
  clock: Pick<Clock, 'now'>
}

/**
 * Earlier knowledge of a credential, before its owner is looked up. A `known` credential was valid before.
 */
export type Foreknowledge = { kind: 'known' | 'ask' | 'wrong' } | { kind: 'wait'; seconds: number }

export interface CredentialAttempts {
  /** Decides on a credential's digest from an address; null without a credential. */
  look(digest: string | null, address: string): Foreknowledge
  /** The credential is valid. */
  good(digest: string): void
  /** The credential is invalid. */
  wrong(digest: string, address: string): void
}

/** A program that keeps sending a key that was revoked costs one question in this time. */
const WRONG_FOR_MS = 10_000
/** Credentials remembered of each kind; the oldest make room. */
const MAX_CACHED_ATTEMPTS = 10_000
/** Requests of one address without a key, or with a new key: far more than setting a program up takes. */
const OF_ADDRESS = { burst: 120, perSecond: 2 }
/** Wrong keys of one address at all machines that serve the Hub. */
export const WRONG_KEYS: RateWindow = { attempts: 120, windowSeconds: 60 }

/**
 * Limits the cost of requests without a valid key. An invalid key stays invalid for ten seconds without a
 * lookup; an address gets a limited number of attempts with new keys. Keys that were valid before pass,
 * independent of their address's other requests: behind a proxy all people may share one address.
 */
export function createCredentialAttempts({ clock }: AttemptsDeps): CredentialAttempts {
  const known = new BoundedMap<string, true>(MAX_CACHED_ATTEMPTS)
  const wrongUntil = new BoundedMap<string, number>(MAX_CACHED_ATTEMPTS)
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
      // A key that was valid until now cost nothing to check.
      if (known.delete(digest)) limit.take(address)
      wrongUntil.set(digest, clock.now() + WRONG_FOR_MS)
    },
  }
}

/**
 * The network of a request: of IPv6 the first 64 bits, which one customer gets. Our edge overwrites
 * `X-Forwarded-For`, so its last entry is the edge's client.
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
