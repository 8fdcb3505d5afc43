import { epochSeconds, type Clock } from '#ground/base/clock.ts'
import { newId } from '#ground/base/ids.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { Store } from '#ground/store/store.ts'
import type { Account } from '../account.ts'
import { readAccountRow } from '../account.ts'
import type { SessionTokens } from './tokens.ts'

/** Times are epoch seconds. */
export interface IssuedSession {
  token: string
  expiresAt: number
}

export interface SignInFacts {
  address: string
  userAgent: string | null
}

export interface SessionOrigin {
  provider: string
  issuer: string
  subject: string
  /** Value of the provider's claim `sid`; null if absent. */
  providerSession: string | null
  /** Sealed; null if not stored. */
  idToken: string | null
}

export interface LiveSession {
  account: Account
  sessionId: string
  expiresAt: number
}

export type SessionRefusal = 'bad_token' | 'revoked_token' | 'session_gone'

const MAX_USER_AGENT_LENGTH = 300
const SEEN_STEP_SECONDS = 300

export type Sessions = ReturnType<typeof createSessions>

/** A token is valid while its row exists; deleting the row ends the session immediately. */
export function createSessions({
  store,
  clock,
  tokens,
}: {
  store: Store
  clock: Clock
  tokens: SessionTokens
}) {
  const { db } = store
  return {
    async issue(
      accountId: string,
      seconds: number,
      facts: SignInFacts,
      origin: SessionOrigin | null = null,
    ): Promise<IssuedSession> {
      const now = epochSeconds(clock)
      const session = {
        id: newId(),
        user_id: accountId,
        created_at: now,
        expires_at: now + seconds,
        address: facts.address,
        user_agent: facts.userAgent?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
        last_seen_at: now,
        ...(origin && {
          provider: origin.provider,
          issuer: origin.issuer,
          subject: origin.subject,
          provider_session: origin.providerSession,
          id_token: origin.idToken,
        }),
      }
      await db
        .deleteFrom('chatapp_sessions')
        .where('user_id', '=', accountId)
        .where('expires_at', '<=', now)
        .execute()
      await db.insertInto('chatapp_sessions').values(session).execute()
      const token = await tokens.sign({ id: accountId, jti: session.id, iat: now, exp: session.expires_at })
      return { token, expiresAt: session.expires_at }
    },

    async resolve(token: string): Promise<Result<LiveSession, SessionRefusal>> {
      const claims = await tokens.verify(token)
      if (!claims) return refused('bad_token')
      const row = await db
        .selectFrom('chatapp_sessions')
        .innerJoin('chatapp_users', 'chatapp_users.id', 'chatapp_sessions.user_id')
        .selectAll('chatapp_users')
        .select(['chatapp_sessions.expires_at', 'chatapp_sessions.last_seen_at'])
        .where('chatapp_sessions.id', '=', claims.jti)
        .where('chatapp_users.id', '=', claims.id)
        .executeTakeFirst()
      if (row) {
        await recordUse(store, { id: claims.jti, lastSeenAt: row.last_seen_at, now: epochSeconds(clock) })
        return accepted({ account: readAccountRow(row)!, sessionId: claims.jti, expiresAt: row.expires_at })
      }
      const account = await db
        .selectFrom('chatapp_users')
        .select('id')
        .where('id', '=', claims.id)
        .executeTakeFirst()
      return refused(account ? 'revoked_token' : 'session_gone')
    },

    async revoke(sessionId: string): Promise<SessionOrigin | null> {
      const row = await db
        .deleteFrom('chatapp_sessions')
        .where('id', '=', sessionId)
        .returning(['provider', 'issuer', 'subject', 'provider_session', 'id_token'])
        .executeTakeFirst()
      if (!row || row.provider === null || row.issuer === null || row.subject === null) return null
      const { provider, issuer, subject, provider_session: providerSession, id_token: idToken } = row
      return { provider, issuer, subject, providerSession, idToken }
    },
  }
}

async function recordUse(
  { db }: Pick<Store, 'db'>,
  { id, lastSeenAt, now }: { id: string; lastSeenAt: number | null; now: number },
): Promise<void> {
  if (lastSeenAt !== null && now - lastSeenAt < SEEN_STEP_SECONDS) return
  await db
    .updateTable('chatapp_sessions')
    .set({ last_seen_at: now })
    .where('id', '=', id)
    .where((row) =>
      row.or([row('last_seen_at', 'is', null), row('last_seen_at', '<=', now - SEEN_STEP_SECONDS)]),
    )
    .execute()
}
