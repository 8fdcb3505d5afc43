import { isProtocolScope } from '#ground/base/protocol-scopes.ts'
import type { ConnectionState } from './schema.ts'

/** Facts that decide it. Times are epoch seconds. */
export interface ScopeFacts {
  /** Whether its tokens are there and can be read. */
  readable: boolean
  canRefresh: boolean
  /** Expiry of the access token; null: unknown. */
  expiresAt: number | null
  /** Since when refreshing fails. */
  refreshFailedAt: number | null
  /** The code with which it refused us, if that is why refreshing fails. */
  refreshError: string | null
  granted: string
  wanted: string
}

/** So close to its end a token that can't be renewed is about to expire. */
const EXPIRING_SECONDS = 600

/** The state of a connection. Pure. */
export function stateOf(facts: ScopeFacts, now: number): ConnectionState {
  if (!facts.readable) return 'revoked'
  const { expiresAt, canRefresh, refreshFailedAt, refreshError } = facts
  const renewsItself = canRefresh && refreshFailedAt === null
  if (expiresAt !== null && !renewsItself && expiresAt <= now)
    return refreshError === null ? 'expired' : 'misconfigured'
  if (missingScopes(facts).length > 0) return 'scope_missing'
  if (expiresAt !== null && !renewsItself && expiresAt - now <= EXPIRING_SECONDS) return 'expiring'
  return 'healthy'
}

export const missingScopes = ({ granted, wanted }: Pick<ScopeFacts, 'granted' | 'wanted'>): string[] => {
  const has = new Set(granted.split(/[ ,]/))
  return wanted.split(' ').filter((scope) => scope && !isProtocolScope(scope) && !has.has(scope))
}

/** Refresh this long before the end, or a fifth of a short life. */
const AHEAD_SECONDS = 300
const AHEAD_PART = 0.2

/** Whether an access token is so close to its end that it is renewed before anybody gets it. Pure. */
export function isDue(
  { expiresAt, refreshedAt }: { expiresAt: number | null; refreshedAt: number },
  now: number,
): boolean {
  if (expiresAt === null) return false
  return expiresAt - now <= Math.min(AHEAD_SECONDS, (expiresAt - refreshedAt) * AHEAD_PART)
}
