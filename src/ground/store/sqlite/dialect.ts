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

export const sqliteDialect = (options: SqliteOptions): Dialect =>
  dialectOver(() => createSqliteDriver(options))

export const sqliteReadingDialect = (options: ReadingOptions): Dialect =>
  dialectOver(() => createReadingDriver(options))

const dialectOver = (createDriver: () => Driver): Dialect => ({
  createDriver,
  createQueryCompiler: () => new LockFreeSqliteCompiler(),
  createAdapter: () => new TransactionalSqliteAdapter(),
  createIntrospector: (db) => new SqliteIntrospector(db),
})

/** SQLite can roll back schema changes, although kysely's own adapter denies it. */
class TransactionalSqliteAdapter extends SqliteAdapter implements RepeatsQueries {
  readonly repeatsQueries = true
  override get supportsTransactionalDdl() {
    return true
  }
  /**
   * Otherwise, kysely would make callers wait for each other, although the driver lets them share its only
   * connection.
   */
  override get supportsMultipleConnections() {
    return true
  }
}

/** Omits row locks, which SQLite does not support. A transaction locks the whole database. */
class LockFreeSqliteCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.rawModifier || node.modifier === 'Distinct') super.visitSelectModifier(node)
  }
}
