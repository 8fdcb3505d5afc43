import type { ConnectionLack } from '#core/agent/tools/connection-needed.ts'
import type { ToolConnection } from '#core/agent/tools/tool.ts'
import type { Clock } from '#ground/base/clock.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { ChatappClient } from '#ground/identity/chatapp-client/client.ts'
import type { StoredConnection } from '#ground/identity/chatapp-client/connections.ts'
import { isUsable } from './journey.ts'
import { createResponseCache } from './response-cache.ts'

export interface TokensDeps {
  connections: Pick<ChatappClient['connections'], 'of'>
  clock: Pick<Clock, 'now'>
}

/** `misconfigured`: an administrator must change the provider's settings before the person can connect again. */
type TokenRefusal = Exclude<ConnectionLack, 'scope_missing'> | 'misconfigured'

export type ConnectionTokens = ReturnType<typeof createConnectionTokens>

/** After a person disconnects an account, tools may still use it for at most this time. */
const TTL_MS = 30_000
/** Tokens that expire within this time are not returned, because the tool needs time to use them. */
const MARGIN_MS = 30_000

/** Caches tokens only in memory. Tokens must not appear in logs. */
export function createConnectionTokens({ connections, clock }: TokensDeps) {
  const kept = createResponseCache<ToolConnection>({ clock, ttlMs: TTL_MS })
  const keyOf = (userId: string, provider: string) => `${userId}\n${provider}`
  return {
    get: (userId: string, provider: string): Promise<Result<ToolConnection, TokenRefusal | 'unavailable'>> =>
      kept.get(
        keyOf(userId, provider),
        async (): Promise<Result<ToolConnection, TokenRefusal | 'unavailable'>> => {
          const stored = await connections.of(userId, provider)
          return stored.ok ? tokenOf(stored.value[0], clock.now()) : refused('unavailable')
        },
        ({ expiresAt }) => (expiresAt === null ? Infinity : expiresAt - MARGIN_MS),
      ),

    /** Call this when the provider rejects the token or the account was replaced. */
    forget: (userId: string, provider: string): void => kept.forget(keyOf(userId, provider)),
  }
}

/** Does not check the granted scopes; the caller must check them. */
export function tokenOf(
  stored: StoredConnection | undefined,
  now: number,
): Result<ToolConnection, TokenRefusal> {
  if (!stored) return refused('missing')
  const { state, accessToken, scopes } = stored
  if (!isUsable(state)) return refused(state as TokenRefusal)
  const expiresAt = stored.expiresAt === null ? null : stored.expiresAt * 1000
  if (accessToken === null || (expiresAt !== null && expiresAt <= now)) return refused('expired')
  return accepted({ accessToken, expiresAt, scopes })
}
