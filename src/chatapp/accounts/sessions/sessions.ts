import { epochSeconds, type Clock } from '#ground/base/clock.ts'
import { newId } from '#ground/base/ids.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { Store } from '#ground/store/store.ts'
import type { Account } from '../account.ts'
import { accountOf } from '../accounts.ts'
import type { Tokens } from './tokens.ts'

/** A token that was handed out. Times are epoch seconds. */
export interface IssuedSession {
  token: string
  expiresAt: number
}

/** Who signs in, as far as their request shows. */
export interface SignInFacts {
  address: string
  userAgent: string | null
}

export interface LiveSession {
  account: Account
  sessionId: string
  expiresAt: number
}

export type SessionRefusal = 'bad_token' | 'revoked_token' | 'session_gone'

/** Of what browsers call themselves the beginning tells which they are. */
const LONGEST_USER_AGENT = 300
const SEEN_STEP_SECONDS = 300

export type Sessions = ReturnType<typeof createSessions>

/** Signed-in browsers and programs. A token works while its row is there: removing the row signs it out at once. */
export function createSessions({ store, clock, tokens }: { store: Store; clock: Clock; tokens: Tokens }) {
  const { db } = store
  return {
    /** Start a session of `seconds`, and forget the account's expired ones. */
    async issue(accountId: string, seconds: number, facts: SignInFacts): Promise<IssuedSession> {
      const now = epochSeconds(clock)
      const session = {
        id: newId(),
        user_id: accountId,
        created_at: now,
        expires_at: now + seconds,
        address: facts.address,
        user_agent: facts.userAgent?.slice(0, LONGEST_USER_AGENT) ?? null,
        last_seen_at: now,
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

    /** Whose session a token is, with the account as it is now. Remembers that it was seen, at most every five minutes. */
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
        await noteSeen(store, { id: claims.jti, lastSeenAt: row.last_seen_at, now: epochSeconds(clock) })
        return accepted({ account: accountOf(row)!, sessionId: claims.jti, expiresAt: row.expires_at })
      }
      const account = await db
        .selectFrom('chatapp_users')
        .select('id')
        .where('id', '=', claims.id)
        .executeTakeFirst()
      return refused(account ? 'revoked_token' : 'session_gone')
    },

    async revoke(sessionId: string): Promise<void> {
      await db.deleteFrom('chatapp_sessions').where('id', '=', sessionId).execute()
    },
  }
}

/** Of requests that come together one writes. */
async function noteSeen(
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
