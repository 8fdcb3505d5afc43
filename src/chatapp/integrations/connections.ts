import type { Selectable, Transaction } from 'kysely'
import { epochSeconds, type Clock } from '#ground/base/clock.ts'
import { newId } from '#ground/base/ids.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import type { Sealer } from '#ground/base/sealing.ts'

/** A provider's tokens for a person. */
export interface ProviderTokens {
  accessToken: string
  refreshToken: string | null
  tokenType: string
  /** The authorization server that gave them; missing in connections of earlier releases. */
  issuer?: string
}

/** Further fields of a token response. */
export interface ProviderGrant extends ProviderTokens {
  /** Scopes with spaces between. */
  scope: string
  /** Epoch seconds; null if the provider did not report it. */
  expiresAt: number | null
}

/** A person's connection with a provider. Times are epoch seconds. */
export interface ProviderConnection {
  id: string
  accountId: string
  server: string
  /** Null when the provider ended it, or when they can't be read: the person has to connect again. */
  tokens: ProviderTokens | null
  canRefresh: boolean
  scope: string
  expiresAt: number | null
  refreshedAt: number
  refreshFailedAt: number | null
  /** The code with which the provider refused us, not the person, at the last refresh. */
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

/** The connections of all people, with their tokens encrypted. */
export const createStoredConnections = (deps: ProviderConnectionsDeps) => ({
  ...readingOf(deps),
  ...keepingOf(deps),
  ...refreshingOf(deps),
})

function readingOf({ store: { db, aside }, sealer }: ProviderConnectionsDeps) {
  const ofPerson = (accountId: string) =>
    db.selectFrom('chatapp_oauth_sessions').selectAll().where('user_id', '=', accountId)
  return {
    async list(accountId: string): Promise<ProviderConnection[]> {
      const rows = await ofPerson(accountId).orderBy('created_at').orderBy('id').execute()
      return rows.map((row) => connectionOf(row, sealer))
    },

    async find(accountId: string, server: string): Promise<ProviderConnection | null> {
      const row = await ofPerson(accountId).where('server', '=', server).executeTakeFirst()
      return row ? connectionOf(row, sealer) : null
    },

    async ofServers(servers: readonly string[], tx: Tx = db): Promise<ProviderConnection[]> {
      if (servers.length === 0) return []
      const rows = await tx
        .selectFrom('chatapp_oauth_sessions')
        .selectAll()
        .where('server', 'in', servers)
        .execute()
      return rows.map((row) => connectionOf(row, sealer))
    },

    /** How many people are connected with each provider. */
    async counts(): Promise<Map<string, number>> {
      const rows = await aside
        .selectFrom('chatapp_oauth_sessions')
        .select(['server', ({ fn }) => fn.countAll<number | string>().as('count')])
        .groupBy('server')
        .execute()
      return new Map(rows.map(({ server, count }) => [server, Number(count)]))
    },

    /** The code with which each provider refuses us, if any. */
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

function keepingOf({ store: { db }, clock, sealer }: ProviderConnectionsDeps) {
  return {
    /** Stores a new connection, which replaces the previous connection. */
    async replace(accountId: string, server: string, grant: ProviderGrant): Promise<void> {
      const now = epochSeconds(clock)
      const id = newId()
      const row = {
        id,
        ...columnsOf(grant, { id, accountId, server }, sealer),
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
        .values({ ...row, user_id: accountId, server })
        .onConflict((conflict) => conflict.columns(['user_id', 'server']).doUpdateSet(row))
        .execute()
    },

    /** @returns What was removed; null when there was nothing. */
    async remove(accountId: string, server: string): Promise<ProviderConnection | null> {
      const row = await db
        .deleteFrom('chatapp_oauth_sessions')
        .where('user_id', '=', accountId)
        .where('server', '=', server)
        .returningAll()
        .executeTakeFirst()
      return row ? connectionOf(row, sealer) : null
    },

    async removeOfServers(tx: Tx, servers: readonly string[]): Promise<void> {
      if (servers.length === 0) return
      await tx.deleteFrom('chatapp_oauth_sessions').where('server', 'in', servers).execute()
    },
  }
}

/** Only one process at a time holds the lease to renew a connection. */
function refreshingOf({ store: { db }, clock, sealer }: ProviderConnectionsDeps) {
  /**
   * Changes a connection while `owner` has its lease.
   * @returns False without the lease, or when the row was deleted.
   */
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
    /** Acquires the refresh lease, if it is free, and the connection is unchanged since it was read. */
    async lease({ id, updatedAt }: ProviderConnection, owner: string, leaseMs: number): Promise<boolean> {
      const taken = await db
        .updateTable('chatapp_oauth_sessions')
        .set({ lease_owner: owner, leased_until_ms: clock.now() + leaseMs })
        .where('id', '=', id)
        .where('updated_at', '=', updatedAt)
        .where('sealed', 'is not', null)
        .where((row) =>
          row.or([row('leased_until_ms', 'is', null), row('leased_until_ms', '<=', clock.now())]),
        )
        .executeTakeFirst()
      return taken.numUpdatedRows > 0n
    },

    /** True if a refresh is in progress. */
    async isLeased(id: string): Promise<boolean> {
      const row = await db
        .selectFrom('chatapp_oauth_sessions')
        .select('leased_until_ms')
        .where('id', '=', id)
        .executeTakeFirst()
      return (row?.leased_until_ms ?? 0) > clock.now()
    },

    /**
     * Stores the result of a refresh.
     * @returns False when the connection was deleted, or another process has its lease by now.
     */
    async renewed(connection: ProviderConnection, owner: string, grant: ProviderGrant): Promise<boolean> {
      const now = epochSeconds(clock)
      return change(connection.id, owner, {
        ...columnsOf(grant, connection, sealer),
        refreshed_at: now,
        refresh_failed_at: null,
        refresh_error: null,
        // Also when two refreshes fall into one second, the row is another than the one that was read.
        updated_at: Math.max(now, connection.updatedAt + 1),
      })
    },

    /** The provider revoked it: the row stays as a record, without tokens. */
    revoked: ({ id, updatedAt }: ProviderConnection, owner: string): Promise<boolean> =>
      change(id, owner, {
        sealed: null,
        can_refresh: 0,
        refresh_error: null,
        updated_at: Math.max(epochSeconds(clock), updatedAt + 1),
      }),

    /** @param error The code, when the provider refused us and not the person. */
    refreshFailed: (
      { id, refreshFailedAt }: ProviderConnection,
      owner: string,
      error: string | null,
    ): Promise<boolean> =>
      change(id, owner, { refresh_failed_at: refreshFailedAt ?? epochSeconds(clock), refresh_error: error }),
  }
}

type Place = Pick<ProviderConnection, 'id' | 'accountId' | 'server'>

/** Row and person are part of the seal: tokens copied to another row open nothing. */
const placeOf = ({ id, accountId, server }: Place) => `connection/${id}/${accountId}/${server}`

const columnsOf = ({ scope, expiresAt, ...tokens }: ProviderGrant, place: Place, sealer: Sealer) => ({
  sealed: sealer.seal(JSON.stringify(tokens), placeOf(place)),
  key_id: sealer.keyId,
  can_refresh: tokens.refreshToken === null ? 0 : 1,
  scope,
  expires_at: expiresAt,
})

function connectionOf(row: Row, sealer: Sealer): ProviderConnection {
  const place = { id: row.id, accountId: row.user_id, server: row.server }
  const opened = row.sealed === null ? null : sealer.open(row.sealed, placeOf(place))
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
