import { randomBytes } from 'node:crypto'
import type { Insertable, Transaction } from 'kysely'
import { epochSeconds, type Clock } from '#ground/base/clock.ts'
import { newId, sha256 } from '#ground/base/ids.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import type { Account } from '../account.ts'
import { readAccountRow } from '../account.ts'

/** A stored key. Its secret is shown once and stored only as a hash. Times are epoch seconds. */
export interface ApiKey {
  id: string
  name: string
  hint: string
  hubs: readonly string[] | null
  createdAt: number
  expiresAt: number | null
  /** Epoch seconds, updated at most once a minute. */
  lastUsedAt: number | null
}

export interface NewApiKey extends ApiKey {
  /** `sk-` and 32 hexadecimal characters. */
  key: string
}

export interface ApiKeyDraft {
  name: string
  hubs?: readonly string[] | null
  expiresAt?: number | null
  /** Revokes existing keys of the same name in the same transaction. */
  replace?: boolean
}

export type KeyLimits = Pick<ApiKey, 'name' | 'hubs' | 'expiresAt'>

export type ApiKeys = ReturnType<typeof createApiKeys>

/** Open WebUI allows one key per person. Its routes create and revoke the key with this name. */
export const ONLY_KEY = 'default'

/** Maximum keys of a person. Expired keys count until they are revoked. */
const MAX_KEYS = 100
const LAST_USE_STEP_SECONDS = 60

export function createApiKeys({ store, clock }: { store: Store; clock: Clock }) {
  const { db } = store
  return {
    async create(
      accountId: string,
      { name, hubs = null, expiresAt = null, replace = false }: ApiKeyDraft,
    ): Promise<Result<NewApiKey, 'too_many_keys'>> {
      const key = `sk-${randomBytes(16).toString('hex')}`
      const row = {
        id: newId(),
        user_id: accountId,
        name,
        key_hash: sha256(key),
        hint: key.slice(-4),
        hubs: hubs && JSON.stringify([...new Set(hubs)].toSorted()),
        created_at: epochSeconds(clock),
        expires_at: expiresAt,
        last_used_at: null,
      }
      const isStored = await store.transaction((tx) => insertKey(tx, row, replace))
      return isStored ? accepted({ key, ...apiKeyOf(row) }) : refused('too_many_keys')
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

    /** @returns The ids of the revoked keys. */
    async revokeNamed(accountId: string, name: string): Promise<string[]> {
      const deleted = await db
        .deleteFrom('chatapp_api_keys')
        .where('user_id', '=', accountId)
        .where('name', '=', name)
        .returning('id')
        .execute()
      return deleted.map(({ id }) => id)
    },

    async resolve(key: string): Promise<Result<{ account: Account; key: KeyLimits }, 'invalid_api_key'>> {
      const now = epochSeconds(clock)
      const row = await db
        .selectFrom('chatapp_api_keys')
        .innerJoin('chatapp_users', 'chatapp_users.id', 'chatapp_api_keys.user_id')
        .selectAll('chatapp_users')
        .select([
          'chatapp_api_keys.id as key_id',
          'chatapp_api_keys.name as key_name',
          'hubs',
          'last_used_at',
          'expires_at',
        ])
        .where('key_hash', '=', sha256(key))
        .executeTakeFirst()
      if (!row || (row.expires_at !== null && row.expires_at <= now)) return refused('invalid_api_key')
      const { key_id: id, key_name: name, expires_at: expiresAt, last_used_at: lastUsedAt } = row
      if (lastUsedAt === null || now - lastUsedAt >= LAST_USE_STEP_SECONDS) await recordUse(store, id, now)
      return accepted({ account: readAccountRow(row)!, key: { name, hubs: hubsOf(row.hubs), expiresAt } })
    },
  }
}

async function insertKey(
  tx: Transaction<Tables>,
  row: Insertable<Tables['chatapp_api_keys']>,
  replace: boolean,
): Promise<boolean> {
  // This update locks the account's row, so that concurrent requests cannot exceed `MAX_KEYS`.
  await tx
    .updateTable('chatapp_users')
    .set(({ ref }) => ({ updated_at: ref('updated_at') }))
    .where('id', '=', row.user_id)
    .execute()
  const owned = tx.deleteFrom('chatapp_api_keys').where('user_id', '=', row.user_id)
  if (replace) await owned.where('name', '=', row.name).execute()
  const { count } = await tx
    .selectFrom('chatapp_api_keys')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('user_id', '=', row.user_id)
    .executeTakeFirstOrThrow()
  if (Number(count) >= MAX_KEYS) return false
  await tx.insertInto('chatapp_api_keys').values(row).execute()
  return true
}

async function recordUse({ db }: Pick<Store, 'db'>, id: string, now: number): Promise<void> {
  await db
    .updateTable('chatapp_api_keys')
    .set({ last_used_at: now })
    .where('id', '=', id)
    .where((row) =>
      row.or([row('last_used_at', 'is', null), row('last_used_at', '<=', now - LAST_USE_STEP_SECONDS)]),
    )
    .execute()
}

const hubsOf = (json: string | null): string[] | null => (json === null ? null : JSON.parse(json))

const apiKeyOf = (row: {
  id: string
  name: string
  hint: string
  hubs: string | null
  created_at: number
  expires_at: number | null
  last_used_at: number | null
}): ApiKey => ({
  id: row.id,
  name: row.name,
  hint: row.hint,
  hubs: hubsOf(row.hubs),
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  lastUsedAt: row.last_used_at,
})
