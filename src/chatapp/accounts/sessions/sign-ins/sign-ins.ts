import { epochSeconds, type Clock } from '#ground/base/clock.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { Store } from '#ground/store/store.ts'
import { deviceOf, type Device } from './device.ts'

/** Times are epoch seconds. */
export interface SignInEntryRow extends Device {
  id: string
  address: string | null
  createdAt: number
  lastSeenAt: number | null
  expiresAt: number
}

const MAX_LISTED_SIGN_INS = 100

export type AccountSignIns = ReturnType<typeof createAccountSignIns>

export function createAccountSignIns({ store: { db }, clock }: { store: Pick<Store, 'db'>; clock: Clock }) {
  const own = (accountId: string) => db.deleteFrom('chatapp_sessions').where('user_id', '=', accountId)
  return {
    async list(
      accountId: string,
      first: string | null,
    ): Promise<{ signIns: SignInEntryRow[]; total: number }> {
      const live = db
        .selectFrom('chatapp_sessions')
        .where('user_id', '=', accountId)
        .where('expires_at', '>', epochSeconds(clock))
      const { total } = await live
        .select((select) => select.fn.countAll<number | string>().as('total'))
        .executeTakeFirstOrThrow()
      const rows = await live
        .selectAll()
        .orderBy((row) => row.case().when('id', '=', first).then(0).else(1).end())
        .orderBy((row) => row.fn.coalesce('last_seen_at', 'created_at'), 'desc')
        .orderBy('id')
        .limit(MAX_LISTED_SIGN_INS)
        .execute()
      return { signIns: rows.map(signInOf), total: Number(total) }
    },

    async end(accountId: string, sessionId: string): Promise<Result<void, 'session_missing'>> {
      const { numDeletedRows } = await own(accountId).where('id', '=', sessionId).executeTakeFirst()
      return numDeletedRows > 0n ? accepted(undefined) : refused('session_missing')
    },

    async endAll(accountId: string, exceptId: string | null): Promise<number> {
      const all = own(accountId)
      const { numDeletedRows } = await (
        exceptId === null ? all : all.where('id', '!=', exceptId)
      ).executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}

const signInOf = (row: {
  id: string
  user_agent: string | null
  address: string | null
  created_at: number
  last_seen_at: number | null
  expires_at: number
}): SignInEntryRow => ({
  ...deviceOf(row.user_agent),
  id: row.id,
  address: row.address,
  createdAt: row.created_at,
  lastSeenAt: row.last_seen_at,
  expiresAt: row.expires_at,
})
