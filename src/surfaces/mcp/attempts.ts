import { BoundedMap } from '#ground/base/bounded-map.ts'
import type { Clock } from '#ground/base/clock.ts'
import { createRateLimit, type RateWindow } from '#ground/base/rate-limit.ts'

export interface AttemptsDeps {
  clock: Pick<Clock, 'now'>
}

/**
 * `known`: the credential was valid before. `wrong`: it was invalid seconds ago. `ask`: it is new or missing. `wait`:
 * its address sent too many requests with new or missing credentials.
 */
export type CredentialVerdict = { kind: 'known' | 'ask' | 'wrong' } | { kind: 'wait'; seconds: number }

export interface CredentialAttempts {
  check(digest: string | null, address: string): CredentialVerdict
  recordValid(digest: string): void
  recordInvalid(digest: string, address: string): void
}

const INVALID_TTL_MS = 10_000
/** The oldest are evicted. */
const MAX_CACHED_ATTEMPTS = 10_000
/** Limit per address for requests without a key or with a new key. */
const ADDRESS_LIMIT = { burst: 120, perSecond: 2 }
export const INVALID_KEY_LIMIT: RateWindow = { attempts: 120, windowSeconds: 60 }

/**
 * Keys that were valid before are exempt from the limit per address, because all people behind a proxy may share one
 * address.
 */
export function createCredentialAttempts({ clock }: AttemptsDeps): CredentialAttempts {
  const known = new BoundedMap<string, true>(MAX_CACHED_ATTEMPTS)
  const wrongUntil = new BoundedMap<string, number>(MAX_CACHED_ATTEMPTS)
  const limit = createRateLimit({ ...ADDRESS_LIMIT, clock })

  return {
    check(digest, address) {
      if (digest !== null) {
        if (clock.now() < (wrongUntil.get(digest) ?? 0)) return { kind: 'wrong' }
        if (known.has(digest)) return { kind: 'known' }
      }
      const seconds = limit.consume(address)
      return seconds === 0 ? { kind: 'ask' } : { kind: 'wait', seconds }
    },
    recordValid: (digest) => void known.set(digest, true),
    recordInvalid(digest, address) {
      // A key that was valid before was not counted, so its first failure is counted now.
      if (known.delete(digest)) limit.consume(address)
      wrongUntil.set(digest, clock.now() + INVALID_TTL_MS)
    },
  }
}

/** For IPv6, the first 64 bits. The last entry of `forwardedFor` is reliable, because only the edge writes it. */
export function networkOf(forwardedFor: string | string[] | undefined, remoteAddress: string): string {
  const [last] = String(forwardedFor ?? '')
    .split(',')
    .slice(-1)
  const address = last!.trim() || remoteAddress
  if (!address.includes(':') || address.includes('.')) return address
  const [front = ''] = address.split('::', 1)
  return [...front.split(':').filter(Boolean), '0', '0', '0', '0'].slice(0, 4).join(':')
}
