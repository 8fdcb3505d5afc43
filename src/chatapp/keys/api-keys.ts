import { randomBytes } from 'node:crypto'
import { epochSeconds, type Clock } from '#base/clock.ts'
import { newId, sha256 } from '#base/ids.ts'
import { accepted, refused, type Result } from '#base/result.ts'
import type { Store } from '#store/store.ts'
import type { Account } from '../accounts/account.ts'
import { accountOf } from '../accounts/accounts.ts'

/** A key as its owner may see it; the key itself is gone once shown. Times are epoch seconds. */
export interface ApiKey {
  id: string
  name: string
  /** Last four characters. */
  hint: string
  createdAt: number
  expiresAt: number | null
  lastUsedAt: number | null
}

export interface NewApiKey extends ApiKey {
  /** `sk-` and 32 hex characters. Shown once. */
  key: string
}

export type ApiKeys = ReturnType<typeof createApiKeys>

/** Personal API keys: used by the web chat's server and, without one, by the command line. */
export function createApiKeys({ store, clock }: { store: Store; clock: Clock }) {
  const { db } = store
  return {
    /** Make a key. With `replace`, keys of that name stop working in the same moment. */
    async create(
      accountId: string,
      options: { name: string; expiresAt?: number | null; replace?: boolean },
    ): Promise<NewApiKey> {
      const key = `sk-${randomBytes(16).toString('hex')}`
      const row = {
        id: newId(),
        user_id: accountId,
        name: options.name,
        key_hash: sha256(key),
        hint: key.slice(-4),
        created_at: epochSeconds(clock),
        expires_at: options.expiresAt ?? null,
        last_used_at: null,
      }
      await store.transaction(async (tx) => {
        if (options.replace)
          await tx
            .deleteFrom('chatapp_api_keys')
            .where('user_id', '=', accountId)
            .where('name', '=', options.name)
            .execute()
        await tx.insertInto('chatapp_api_keys').values(row).execute()
      })
      return { key, ...apiKeyOf(row) }
    },

    async list(accountId: string): Promise<ApiKey[]> {
      const rows = await db
        .selectFrom('chatapp_api_keys')
        .selectAll()
        .where('user_id', '=', accountId)
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      return rows.map(apiKeyOf)
    },

    async revoke(accountId: string, keyId: string): Promise<Result<void, 'key_missing'>> {
      const deleted = await db
        .deleteFrom('chatapp_api_keys')
        .where('user_id', '=', accountId)
        .where('id', '=', keyId)
        .executeTakeFirst()
      return deleted.numDeletedRows > 0n ? accepted(undefined) : refused('key_missing')
    },

    /** Whose key this is. Remembers the use, at most once a minute. */
    async resolve(key: string): Promise<Result<{ account: Account; keyId: string }, 'session_gone'>> {
      const now = epochSeconds(clock)
      const row = await db
        .selectFrom('chatapp_api_keys')
        .innerJoin('chatapp_users', 'chatapp_users.id', 'chatapp_api_keys.user_id')
        .selectAll('chatapp_users')
        .select(['chatapp_api_keys.id as key_id', 'last_used_at', 'expires_at'])
        .where('key_hash', '=', sha256(key))
        .executeTakeFirst()
      if (!row || (row.expires_at !== null && row.expires_at <= now)) return refused('session_gone')
      if (row.last_used_at === null || now - row.last_used_at >= 60)
        await db
          .updateTable('chatapp_api_keys')
          .set({ last_used_at: now })
          .where('id', '=', row.key_id)
          .execute()
      return accepted({ account: accountOf(row)!, keyId: row.key_id })
    },
  }
}

const apiKeyOf = (row: {
  id: string
  name: string
  hint: string
  created_at: number
  expires_at: number | null
  last_used_at: number | null
}): ApiKey => ({
  id: row.id,
  name: row.name,
  hint: row.hint,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  lastUsedAt: row.last_used_at,
})
