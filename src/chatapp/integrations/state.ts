import { isProtocolScope } from '#ground/base/protocol-scopes.ts'
import type { ConnectionState } from './schema.ts'

/** Times are epoch seconds. */
export interface ScopeFacts {
  readable: boolean
  canRefresh: boolean
  expiresAt: number | null
  /** Time of the first failed refresh since the last success. */
  refreshFailedAt: number | null
  refreshError: string | null
  granted: string
  wanted: string
}

/** A token without automatic refresh counts as expiring in its last 600 s. */
const EXPIRING_SECONDS = 600

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

/** A token is refreshed in its last 300 s, or in the last fifth of a shorter lifetime. */
const AHEAD_SECONDS = 300
const AHEAD_PART = 0.2

export function isDue(
  { expiresAt, refreshedAt }: { expiresAt: number | null; refreshedAt: number },
  now: number,
): boolean {
  if (expiresAt === null) return false
  return expiresAt - now <= Math.min(AHEAD_SECONDS, (expiresAt - refreshedAt) * AHEAD_PART)
}
