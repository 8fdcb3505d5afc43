import {
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type Dialect,
  type Driver,
  type SelectModifierNode,
} from 'kysely'
import { createSqliteDriver, type SqliteOptions } from './driver.ts'
import type { RepeatsQueries } from './executor.ts'
import { createReadingDriver } from './reading.ts'
import type { ReadingOptions } from './reading-message.ts'

/** A kysely dialect over Node's SQLite. */
export const sqliteDialect = (options: SqliteOptions): Dialect =>
  dialectOver(() => createSqliteDriver(options))

/** A dialect for reads in a separate thread. */
export const sqliteReadingDialect = (options: ReadingOptions): Dialect =>
  dialectOver(() => createReadingDriver(options))

const dialectOver = (createDriver: () => Driver): Dialect => ({
  createDriver,
  createQueryCompiler: () => new LockFreeSqliteCompiler(),
  createAdapter: () => new TransactionalSqliteAdapter(),
  createIntrospector: (db) => new SqliteIntrospector(db),
})

/** SQLite rolls back schema changes, which kysely's own adapter does not assume. */
class TransactionalSqliteAdapter extends SqliteAdapter implements RepeatsQueries {
  readonly repeatsQueries = true
  override get supportsTransactionalDdl() {
    return true
  }
  /** The driver shares its only connection. */
  override get supportsMultipleConnections() {
    return true
  }
}

/** Omits row locks, which SQLite does not support. A transaction already holds the lock of the database. */
class LockFreeSqliteCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.rawModifier || node.modifier === 'Distinct') super.visitSelectModifier(node)
  }
}
