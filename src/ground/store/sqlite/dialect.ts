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

/** Kysely over Node's own SQLite. */
export const sqliteDialect = (options: SqliteOptions): Dialect =>
  dialectOver(() => createSqliteDriver(options))

/** The same, for reading beside it. */
export const sqliteReadingDialect = (options: ReadingOptions): Dialect =>
  dialectOver(() => createReadingDriver(options))

const dialectOver = (createDriver: () => Driver): Dialect => ({
  createDriver,
  createQueryCompiler: () => new LockFreeSqliteCompiler(),
  createAdapter: () => new TransactionalSqliteAdapter(),
  createIntrospector: (db) => new SqliteIntrospector(db),
})

/** SQLite does roll back schema changes; kysely's own adapter is only being careful about its drivers. */
class TransactionalSqliteAdapter extends SqliteAdapter implements RepeatsQueries {
  readonly repeatsQueries = true
  override get supportsTransactionalDdl() {
    return true
  }
  /** The driver shares its one connection itself. */
  override get supportsMultipleConnections() {
    return true
  }
}

/** A transaction already holds the only lock there is: row locks have nothing to add, and SQLite no words for them. */
class LockFreeSqliteCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.rawModifier || node.modifier === 'Distinct') super.visitSelectModifier(node)
  }
}
