import { Kysely, sql, type Dialect, type Transaction } from 'kysely'
import { systemClock, type Clock } from '#ground/base/clock.ts'
import { onOpening } from './errors.ts'
import type { StoreLocation } from './location.ts'
import { createOutages, watched, type Outages, type OutageReports } from './outages.ts'
import { migrate, storeMadeAt, type Migrations } from './migrate.ts'
import { postgresDialect } from './postgres.ts'
import { sqliteDialect } from './sqlite/dialect.ts'
import type { Tables } from './tables.ts'
import { withoutNul } from './without-nul.ts'

/** The operational store. The same schema and the same promises on SQLite and on Postgres. */
export interface Store extends AsyncDisposable {
  readonly kind: StoreLocation['kind']
  readonly db: Kysely<Tables>
  /**
   * Run `work` in one transaction that takes the write lock at once (SQLite) or runs at the default level (Postgres:
   * read-then-update must lock its rows with `forUpdate` or compare in `where`). Inside it use only `tx`: on SQLite
   * `db` waits until the transaction has ended. What `work` throws rolls back and passes on.
   *
   * @throws an error that `isLockTimeout` knows when another connection keeps the lock for too long.
   */
  transaction<T>(work: (tx: Transaction<Tables>) => Promise<T>): Promise<T>
  /** @throws when it can't be used right now, be it only for changes. */
  check(): Promise<void>
  /** When its first table was made, as it says of itself: the same in every copy of it, in no other store. */
  madeAt(): Promise<string>
}

export interface StoreOptions extends Partial<OutageReports> {
  /** Longest wait for a lock that another connection holds, in milliseconds. */
  lockTimeoutMs?: number
  clock?: Clock
  /** A Postgres connection broke, in use or idle. The store goes on with a new one. */
  onConnectionLost?(error: Error): void
  /**
   * Called before anything is changed, with when the store was made; null when it is empty. Throwing refuses the store,
   * which then stays as it is.
   */
  admit?(madeAt: string | null): Promise<void>
  /** Other schema steps than the release's own. */
  migrations?: Migrations
}

/**
 * Open the store and bring it to the newest schema, under a lock when several processes start at once.
 *
 * @throws StoreTooNew when a newer release has changed the schema, StoreUnusable when a server does not take us in,
 *   StoreNotGranted when it lets us make no tables, and what `admit` throws.
 */
export async function openStore(location: StoreLocation, options: StoreOptions = {}): Promise<Store> {
  let outages: Outages | null = null // an opening that fails says so itself
  const dialect = watched(await dialectOf(location, options), {
    worked: () => outages?.worked(),
    failed: (error) => outages?.failed(error),
  })
  const db = new Kysely<Tables>({ dialect, plugins: [withoutNul()] })
  try {
    await options.admit?.(await storeMadeAt(db, location.kind))
    await migrate(db, location.kind, options.migrations)
  } catch (error) {
    await db.destroy()
    throw location.kind === 'postgres' ? onOpening(error) : error
  }
  const { clock = systemClock, onAway = () => {}, onBack = () => {} } = options
  outages = createOutages({ clock, onAway, onBack })
  return {
    kind: location.kind,
    db,
    check: () => db.transaction().execute(async (tx) => void (await sql`select 1`.execute(tx))),
    madeAt: async () => (await storeMadeAt(db, location.kind))!,
    transaction: (work) => db.transaction().execute(work),
    [Symbol.asyncDispose]: () => db.destroy(),
  }
}

const dialectOf = async (location: StoreLocation, options: StoreOptions): Promise<Dialect> => {
  const { lockTimeoutMs = 10_000, clock = systemClock, onConnectionLost = () => {} } = options
  return location.kind === 'sqlite'
    ? sqliteDialect({ path: location.path, clock, lockTimeoutMs })
    : postgresDialect({ url: location.url, lockTimeoutMs, onConnectionLost })
}
