import type { ConnectionLack } from '#core/agent/tools/connection-needed.ts'
import type { ToolConnection } from '#core/agent/tools/tool.ts'
import type { Clock } from '#ground/base/clock.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { ChatappClient } from '#ground/identity/chatapp-client/client.ts'
import type { StoredConnection } from '#ground/identity/chatapp-client/connections.ts'
import { isUsable } from './journey.ts'
import { createKept } from './answer-cache.ts'

export interface TokensDeps {
  connections: Pick<ChatappClient['connections'], 'of'>
  clock: Pick<Clock, 'now'>
}

/** `misconfigured`: connecting again is of no use before an administrator did something. */
type TokenRefusal = Exclude<ConnectionLack, 'scope_missing'> | 'misconfigured'

export type ConnectionTokens = ReturnType<typeof createConnectionTokens>

/** A disconnected account is used for at most this long. Milliseconds, as all here. */
const TTL_MS = 30_000
/** A token is not handed out when it expires sooner: its user needs some time. */
const MARGIN_MS = 30_000

/**
 * Tokens of people's outside accounts, fetched from the web chat, which refreshes them. They stay in memory
 * and out of logs.
 */
export function createConnectionTokens({ connections, clock }: TokensDeps) {
  const kept = createKept<ToolConnection>({ clock, goodForMs: TTL_MS })
  const keyOf = (userId: string, provider: string) => `${userId}\n${provider}`
  return {
    /** One question at a time for each person and provider. */
    get: (userId: string, provider: string): Promise<Result<ToolConnection, TokenRefusal | 'unavailable'>> =>
      kept.get(
        keyOf(userId, provider),
        async (): Promise<Result<ToolConnection, TokenRefusal | 'unavailable'>> => {
          const stored = await connections.of(userId, provider)
          return stored.ok ? tokenOf(stored.value[0], clock.now()) : refused('unavailable')
        },
        ({ expiresAt }) => (expiresAt === null ? Infinity : expiresAt - MARGIN_MS),
      ),

    /** The provider does not take it any more, or it was replaced. */
    forget: (userId: string, provider: string): void => kept.forget(keyOf(userId, provider)),
  }
}

/** The part of a stored connection that a tool may have. The caller compares the granted scopes with those that it needs. Pure. */
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
