import type { Selectable, Transaction } from 'kysely'
import { epochSeconds, type Clock } from '#ground/base/clock.ts'
import { newId } from '#ground/base/ids.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import type { Sealer } from '#ground/base/sealing.ts'

export interface ProviderTokens {
  accessToken: string
  refreshToken: string | null
  tokenType: string
  /** Missing in connections of earlier releases. */
  issuer?: string
}

export interface ProviderGrant extends ProviderTokens {
  /** Separated by spaces. */
  scope: string
  /** Epoch seconds; null if unknown. */
  expiresAt: number | null
}

/** Times are epoch seconds. */
export interface ProviderConnection {
  id: string
  accountId: string
  providerId: string
  /** Null if the tokens were revoked or cannot be decrypted: the person must connect again. */
  tokens: ProviderTokens | null
  canRefresh: boolean
  scope: string
  expiresAt: number | null
  refreshedAt: number
  refreshFailedAt: number | null
  /** Error code if an administrator must correct the client's configuration. */
  refreshError: string | null
  createdAt: number
  updatedAt: number
}

export type ProviderConnections = ReturnType<typeof createStoredConnections>

type Tx = Pick<Transaction<Tables>, 'selectFrom' | 'deleteFrom'>
type Row = Selectable<Tables['chatapp_oauth_sessions']>

export interface ProviderConnectionsDeps {
  store: Store
  clock: Clock
  sealer: Sealer
}

export const createStoredConnections = (deps: ProviderConnectionsDeps) => ({
  ...readingOf(deps),
  ...storingOf(deps),
  ...refreshingOf(deps),
})

function readingOf({ store: { db, slowReads: aside }, sealer }: ProviderConnectionsDeps) {
  const ofPerson = (accountId: string) =>
    db.selectFrom('chatapp_oauth_sessions').selectAll().where('user_id', '=', accountId)
  return {
    async list(accountId: string): Promise<ProviderConnection[]> {
      const rows = await ofPerson(accountId).orderBy('created_at').orderBy('id').execute()
      return rows.map((row) => connectionOf(row, sealer))
    },

    async find(accountId: string, providerId: string): Promise<ProviderConnection | null> {
      const row = await ofPerson(accountId).where('server', '=', providerId).executeTakeFirst()
      return row ? connectionOf(row, sealer) : null
    },

    async ofProviders(providerIds: readonly string[], tx: Tx = db): Promise<ProviderConnection[]> {
      if (providerIds.length === 0) return []
      const rows = await tx
        .selectFrom('chatapp_oauth_sessions')
        .selectAll()
        .where('server', 'in', providerIds)
        .execute()
      return rows.map((row) => connectionOf(row, sealer))
    },

    async counts(): Promise<Map<string, number>> {
      const rows = await aside
        .selectFrom('chatapp_oauth_sessions')
        .select(['server', ({ fn }) => fn.countAll<number | string>().as('count')])
        .groupBy('server')
        .execute()
      return new Map(rows.map(({ server, count }) => [server, Number(count)]))
    },

    async refusals(): Promise<Map<string, string>> {
      const rows = await db
        .selectFrom('chatapp_oauth_sessions')
        .select(['server', ({ fn }) => fn.max('refresh_error').as('error')])
        .where('refresh_error', 'is not', null)
        .groupBy('server')
        .execute()
      return new Map(rows.flatMap(({ server, error }) => (error === null ? [] : [[server, error]])))
    },
  }
}

function storingOf({ store: { db }, clock, sealer }: ProviderConnectionsDeps) {
  return {
    async replace(accountId: string, providerId: string, grant: ProviderGrant): Promise<void> {
      const now = epochSeconds(clock)
      const id = newId()
      const row = {
        id,
        ...columnsOf(grant, { id, accountId, providerId }, sealer),
        refreshed_at: now,
        refresh_failed_at: null,
        refresh_error: null,
        lease_owner: null,
        leased_until_ms: null,
        created_at: now,
        updated_at: now,
      }
      await db
        .insertInto('chatapp_oauth_sessions')
        .values({ ...row, user_id: accountId, server: providerId })
        .onConflict((conflict) => conflict.columns(['user_id', 'server']).doUpdateSet(row))
        .execute()
    },

    async remove(accountId: string, providerId: string): Promise<ProviderConnection | null> {
      const row = await db
        .deleteFrom('chatapp_oauth_sessions')
        .where('user_id', '=', accountId)
        .where('server', '=', providerId)
        .returningAll()
        .executeTakeFirst()
      return row ? connectionOf(row, sealer) : null
    },

    async removeOfProviders(tx: Tx, providerIds: readonly string[]): Promise<void> {
      if (providerIds.length === 0) return
      await tx.deleteFrom('chatapp_oauth_sessions').where('server', 'in', providerIds).execute()
    },
  }
}

/**
 * One process at a time refreshes a connection:
 * 1. Acquire the lease, if it is free and the connection is unchanged since it was read.
 * 2. Refresh the tokens at the provider.
 * 3. Store the result and release the lease in one statement, if the process still owns the lease.
 */
function refreshingOf({ store: { db }, clock, sealer }: ProviderConnectionsDeps) {
  /** Releases the lease. @returns False if `owner` no longer has the lease, or the row was deleted. */
  const change = async (id: string, owner: string, columns: Partial<Row>): Promise<boolean> => {
    const changed = await db
      .updateTable('chatapp_oauth_sessions')
      .set({ ...columns, lease_owner: null, leased_until_ms: null })
      .where('id', '=', id)
      .where('lease_owner', '=', owner)
      .executeTakeFirst()
    return changed.numUpdatedRows > 0n
  }

  return {
    async lease({ id, updatedAt }: ProviderConnection, owner: string, leaseMs: number): Promise<boolean> {
      const leased = await db
        .updateTable('chatapp_oauth_sessions')
        .set({ lease_owner: owner, leased_until_ms: clock.now() + leaseMs })
        .where('id', '=', id)
        .where('updated_at', '=', updatedAt)
        .where('sealed', 'is not', null)
        .where((row) =>
          row.or([row('leased_until_ms', 'is', null), row('leased_until_ms', '<=', clock.now())]),
        )
        .executeTakeFirst()
      return leased.numUpdatedRows > 0n
    },

    async isLeased(id: string): Promise<boolean> {
      const row = await db
        .selectFrom('chatapp_oauth_sessions')
        .select('leased_until_ms')
        .where('id', '=', id)
        .executeTakeFirst()
      return (row?.leased_until_ms ?? 0) > clock.now()
    },

    async renewed(connection: ProviderConnection, owner: string, grant: ProviderGrant): Promise<boolean> {
      const now = epochSeconds(clock)
      return change(connection.id, owner, {
        ...columnsOf(grant, connection, sealer),
        refreshed_at: now,
        refresh_failed_at: null,
        refresh_error: null,
        // Must grow with each refresh, even within a second, so that other processes notice the change.
        updated_at: Math.max(now, connection.updatedAt + 1),
      })
    },

    /** Keeps the row without tokens, so that the person sees the state of the connection. */
    revoked: ({ id, updatedAt }: ProviderConnection, owner: string): Promise<boolean> =>
      change(id, owner, {
        sealed: null,
        can_refresh: 0,
        refresh_error: null,
        updated_at: Math.max(epochSeconds(clock), updatedAt + 1),
      }),

    refreshFailed: (
      { id, refreshFailedAt }: ProviderConnection,
      owner: string,
      error: string | null,
    ): Promise<boolean> =>
      change(id, owner, { refresh_failed_at: refreshFailedAt ?? epochSeconds(clock), refresh_error: error }),
  }
}

type ConnectionKey = Pick<ProviderConnection, 'id' | 'accountId' | 'providerId'>

/** Bound to the ciphertext, so that tokens copied to another row cannot be decrypted. */
const sealContextOf = ({ id, accountId, providerId }: ConnectionKey) =>
  `connection/${id}/${accountId}/${providerId}`

const columnsOf = ({ scope, expiresAt, ...tokens }: ProviderGrant, place: ConnectionKey, sealer: Sealer) => ({
  sealed: sealer.seal(JSON.stringify(tokens), sealContextOf(place)),
  key_id: sealer.keyId,
  can_refresh: tokens.refreshToken === null ? 0 : 1,
  scope,
  expires_at: expiresAt,
})

function connectionOf(row: Row, sealer: Sealer): ProviderConnection {
  const place = { id: row.id, accountId: row.user_id, providerId: row.server }
  const opened = row.sealed === null ? null : sealer.open(row.sealed, sealContextOf(place))
  return {
    ...place,
    tokens: opened === null ? null : (JSON.parse(opened) as ProviderTokens),
    canRefresh: row.can_refresh === 1,
    scope: row.scope,
    expiresAt: row.expires_at,
    refreshedAt: row.refreshed_at,
    refreshFailedAt: row.refresh_failed_at,
    refreshError: row.refresh_error,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
