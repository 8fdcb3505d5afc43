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
import { isStoreUnavailable, wrapOpeningError, StoreReadOnly } from './errors.ts'
import { storeName, type StoreLocation } from './location.ts'
import { createOutages, watchOutages, type Outages, type OutageReports } from './outages.ts'
import { newestGeneration, type Migrations } from './generations.ts'
import { checkMigrated, migrate, storeMadeAt } from './migrate.ts'
import { MIGRATIONS } from './migrations/index.ts'
import { postgresDialect } from './postgres/dialect.ts'
import { sqliteDialect, sqliteReadingDialect } from './sqlite/dialect.ts'
import { sameFile } from './sqlite/same-file.ts'
import type { Tables } from './tables.ts'
import { cleaned } from './remove-nul.ts'

export interface Store extends AsyncDisposable {
  readonly kind: StoreLocation['kind']
  readonly db: Kysely<Tables>
  /** On SQLite, slow reads run in a separate thread. A read sees all earlier commits. */
  readonly slowReads: Kysely<Tables>
  /**
   * SQLite takes the write lock at once. On Postgres, lock rows with `forUpdate` if you read them before you update
   * them.
   * In `work`, use only `tx`: on SQLite, `db` waits for the end of the transaction.
   * @throws an error that `isLockTimeout` detects if another connection holds a lock for too long.
   */
  transaction<T>(work: (tx: Transaction<Tables>) => Promise<T>): Promise<T>
  /** @throws Error if the database is unavailable or read-only. */
  check(): Promise<void>
  failureCount(): number
  /** Creation time of the first table, which identifies the database. */
  madeAt(): Promise<string>
  readonly generation: number
}

export interface StoreOptions extends Partial<OutageReports> {
  /** Default 10,000. */
  lockTimeoutMs?: number
  clock?: Clock
  onConnectionLost?(error: Error): void
  /**
   * Called before the first change. `madeAt` is null if the database is empty. If the function throws, nothing
   * changes.
   */
  checkIdentity?(madeAt: string | null): Promise<void>
  mayMigrate?: boolean
  migrations?: Migrations
}

/**
 * @throws StoreTooNew if a release after the next release has changed the schema; StoreTooOld for a schema before the
 * baseline; StoreNotMigrated; StoreInUse if an instance cannot work with our schema; StoreUnusable; StoreNotGranted; errors of
 * `checkIdentity`.
 */
export async function openStore(location: StoreLocation, options: StoreOptions = {}): Promise<Store> {
  const { clock = systemClock, migrations = MIGRATIONS } = options
  let outages: Outages | null = null
  let failureCount = 0
  const onConnectionLost = (error: Error) => {
    failureCount++
    options.onConnectionLost?.(error)
  }
  const createDb = (dialect: Dialect) =>
    new Kysely<Tables>({
      dialect: watchOutages(dialect, {
        worked: () => outages?.worked(),
        failed(error) {
          if (isStoreUnavailable(error)) failureCount++
          outages?.failed(error)
        },
      }),
      plugins: [withoutNul()],
    })
  let isOpen = false // stays false during migrations, so that their statements have no deadline
  const { dialect, renew } = await dialectOf(location, {
    ...options,
    onConnectionLost,
    hasDeadline: () => isOpen,
  })
  const db = createDb(dialect)
  try {
    await options.checkIdentity?.(await storeMadeAt(db, location.kind))
    const { mayMigrate = true } = options
    if (mayMigrate) await migrate(db, { kind: location.kind, migrations, clock })
    else await checkMigrated(db, { kind: location.kind, migrations, name: storeName(location) })
    if (location.kind === 'postgres') await db.transaction().execute(async () => {}) // a test transaction, because pgbouncer may refuse transactions
  } catch (error) {
    await db.destroy()
    throw location.kind === 'postgres' ? wrapOpeningError(error) : error
  }
  isOpen = true
  const slowReads = location.kind === 'sqlite' ? createDb(readingDialectOf(location, options)) : db
  const { onOutage = () => {}, onRecovery = () => {} } = options
  const isSameFile = location.kind === 'sqlite' ? await sameFile(location.path) : null
  outages = createOutages({ clock, onOutage, onRecovery })
  return {
    kind: location.kind,
    db,
    slowReads,
    async check() {
      await isSameFile?.()
      const found = await db.transaction().execute((tx) => readOnlyOf(tx, location.kind))
      if (!found) return
      renew()
      throw new StoreReadOnly()
    },
    failureCount: () => failureCount,
    madeAt: async () => (await storeMadeAt(db, location.kind))!,
    generation: newestGeneration(migrations),
    transaction: (work) => db.transaction().execute(work),
    async [Symbol.asyncDispose]() {
      if (slowReads !== db) await slowReads.destroy()
      await db.destroy()
    },
  }
}

/** Always false on SQLite, where no transaction can start in a read-only database. */
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

/** Postgres refuses NUL characters, and SQLite would store them. */
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
