import {
  Kysely,
  sql,
  type Dialect,
  type Transaction,
  OperationNodeTransformer,
  type KyselyPlugin,
  type PrimitiveValueListNode,
  type ValueNode,
} from 'kysely'
import { systemClock, type Clock } from '#ground/base/clock.ts'
import { isStoreUnavailable, onOpening, StoreReadOnly } from './errors.ts'
import type { StoreLocation } from './location.ts'
import { createOutages, watchOutages, type Outages, type OutageReports } from './outages.ts'
import { newestGeneration, type Steps } from './generations.ts'
import { migrate, storeMadeAt } from './migrate.ts'
import { MIGRATIONS } from './migrations/index.ts'
import { postgresDialect } from './postgres/dialect.ts'
import { sqliteDialect, sqliteReadingDialect } from './sqlite/dialect.ts'
import { sameFile } from './sqlite/same-file.ts'
import type { Tables } from './tables.ts'
import { cleaned } from './remove-nul.ts'

/** The operational store. The same schema and the same promises on SQLite and on Postgres. */
export interface Store extends AsyncDisposable {
  readonly kind: StoreLocation['kind']
  readonly db: Kysely<Tables>
  /**
   * For slow reads. On SQLite they run in a separate thread: everything else continues meanwhile. It sees
   * everything committed before the query, and supports no transactions.
   */
  readonly aside: Kysely<Tables>
  /**
   * Runs `work` in one transaction that takes the write lock at once (SQLite) or runs at the default level
   * (Postgres: read-then-update must lock its rows with `forUpdate` or compare in `where`). Inside it use
   * only `tx`: on SQLite `db` waits until the transaction has ended. An error of `work` rolls back and is
   * passed on.
   *
   * @throws an error that `isLockTimeout` knows when another connection keeps the lock for too long.
   */
  transaction<T>(work: (tx: Transaction<Tables>) => Promise<T>): Promise<T>
  /** @throws when it can't be used right now, be it only for changes. */
  check(): Promise<void>
  /** How often a statement or a connection has failed so far for want of the store: an answer from before is old then. */
  troubles(): number
  /**
   * Creation time of its first table, as recorded in it: equal in every copy of the store, and different in
   * every other store.
   */
  madeAt(): Promise<string>
  /** Schema generation of this release. The database may already have the next generation. */
  readonly generation: number
}

export interface StoreOptions extends Partial<OutageReports> {
  /** Longest wait for a lock that another connection holds, in milliseconds. */
  lockTimeoutMs?: number
  clock?: Clock
  /** A Postgres connection broke, in use or idle. The store continues with a new connection. */
  onConnectionLost?(error: Error): void
  /**
   * Called before anything is changed, with when the store was made; null when it is empty. Throwing refuses the store,
   * which then stays as it is.
   */
  admit?(madeAt: string | null): Promise<void>
  /** Other schema steps than the release's own. */
  migrations?: Steps
}

/**
 * Open the store and bring it to the newest schema, under a lock when several processes start at once.
 *
 * @throws StoreTooNew when a release beyond the next one has changed the schema, StoreTooOld when its schema is from before
 *   the baseline, StoreInUse when a machine that can't work on
 *   ours is there, StoreUnusable when a server does not take us in, StoreNotGranted when it lets us make no tables, and what
 *   `admit` throws.
 */
export async function openStore(location: StoreLocation, options: StoreOptions = {}): Promise<Store> {
  const { clock = systemClock, migrations: steps = MIGRATIONS } = options
  let outages: Outages | null = null // a failed opening reports its own error
  let troubles = 0
  const onConnectionLost = (error: Error) => {
    troubles++
    options.onConnectionLost?.(error)
  }
  const over = (dialect: Dialect) =>
    new Kysely<Tables>({
      dialect: watchOutages(dialect, {
        worked: () => outages?.worked(),
        failed(error) {
          if (isStoreUnavailable(error)) troubles++
          outages?.failed(error)
        },
      }),
      plugins: [withoutNul()],
    })
  let isOpen = false // until then steps of the schema may take their time
  const { dialect, renew } = await dialectOf(location, {
    ...options,
    onConnectionLost,
    hasDeadline: () => isOpen,
  })
  const db = over(dialect)
  try {
    await options.admit?.(await storeMadeAt(db, location.kind))
    await migrate(db, { kind: location.kind, steps, clock })
  } catch (error) {
    await db.destroy()
    throw location.kind === 'postgres' ? onOpening(error) : error
  }
  isOpen = true
  const aside = location.kind === 'sqlite' ? over(readingDialectOf(location, options)) : db
  const { onAway = () => {}, onBack = () => {} } = options
  const isSameFile = location.kind === 'sqlite' ? await sameFile(location.path) : null
  outages = createOutages({ clock, onAway, onBack })
  return {
    kind: location.kind,
    db,
    aside,
    async check() {
      await isSameFile?.()
      const found = await db.transaction().execute((tx) => readOnlyOf(tx, location.kind))
      if (!found) return
      renew()
      throw new StoreReadOnly()
    },
    troubles: () => troubles,
    madeAt: async () => (await storeMadeAt(db, location.kind))!,
    generation: newestGeneration(steps),
    transaction: (work) => db.transaction().execute(work),
    async [Symbol.asyncDispose]() {
      if (aside !== db) await aside.destroy()
      await db.destroy()
    },
  }
}

/** Whether it takes no changes. A transaction of a SQLite file that begins may change it. */
async function readOnlyOf(tx: Transaction<Tables>, kind: StoreLocation['kind']): Promise<boolean> {
  if (kind === 'sqlite') {
    await sql`select 1`.execute(tx)
    return false
  }
  const { rows } = await sql<{ setting: string }>`
    select current_setting('transaction_read_only') as setting`.execute(tx)
  return rows[0]?.setting === 'on'
}

const readingDialectOf = (
  { path }: StoreLocation & { kind: 'sqlite' },
  { lockTimeoutMs = LOCK_TIMEOUT_MS }: StoreOptions,
): Dialect => sqliteReadingDialect({ path, lockTimeoutMs })

const LOCK_TIMEOUT_MS = 10_000

const dialectOf = async (
  location: StoreLocation,
  options: StoreOptions & { hasDeadline(): boolean },
): Promise<{ dialect: Dialect; renew(): void }> => {
  const { lockTimeoutMs = LOCK_TIMEOUT_MS, clock = systemClock, onConnectionLost = () => {} } = options
  if (location.kind === 'postgres')
    return postgresDialect({
      url: location.url,
      lockTimeoutMs,
      onConnectionLost,
      hasDeadline: options.hasDeadline,
    })
  return { dialect: sqliteDialect({ path: location.path, clock, lockTimeoutMs }), renew() {} }
}

/**
 * Drop NUL characters from text before it is stored or compared. Postgres has no place for them and would refuse the
 * statement, SQLite would keep them: so both lose them, and no surface has to think of it.
 */
const withoutNul = (): KyselyPlugin => {
  const cleaner = new NulCleaner()
  return {
    transformQuery: ({ node, queryId }) => cleaner.transformNode(node, queryId),
    transformResult: async ({ result }) => result,
  }
}

class NulCleaner extends OperationNodeTransformer {
  protected override transformValue(node: ValueNode): ValueNode {
    return { ...node, value: cleaned(node.value) }
  }

  protected override transformPrimitiveValueList(node: PrimitiveValueListNode): PrimitiveValueListNode {
    return { ...node, values: node.values.map(cleaned) }
  }
}
