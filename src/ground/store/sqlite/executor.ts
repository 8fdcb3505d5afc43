import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { CompiledQuery, QueryResult } from 'kysely'
import { BoundedMap } from '#ground/base/bounded-map.ts'

/** How many prepared statements stay around. Queries are built from few shapes, so this is seldom reached. */
const CACHED_STATEMENTS = 256

interface Prepared {
  statement: StatementSync
  /** Names of its columns. None when it returns no rows. */
  columns: readonly string[]
}

/** A statement that is run for each of these values after the other. */
export interface RepeatedQuery extends CompiledQuery {
  readonly each: readonly (readonly unknown[])[]
}

/** Marks a dialect's adapter whose driver supports such statements. */
export interface RepeatsQueries {
  readonly repeatsQueries: true
}

/** Runs queries at once on a synchronous connection, with their statements kept prepared. */
export function createExecutor(database: DatabaseSync) {
  const cache = new BoundedMap<string, Prepared>(CACHED_STATEMENTS)

  const prepared = (sql: string): Prepared => {
    const entry = cache.get(sql) ?? prepare(database, sql)
    cache.set(sql, entry) // so that the least recently used one makes room
    return entry
  }

  return <R>(query: CompiledQuery | RepeatedQuery): QueryResult<R> => {
    const { statement, columns } = prepared(query.sql)
    const each = ('each' in query ? query.each : [query.parameters]) as SQLInputValue[][]
    if (columns.length > 0) {
      const rows = each.flatMap((values) => statement.all(...values) as unknown as Values[])
      return { rows: rows.map((values) => rowOf(columns, values)) as R[] }
    }
    let changed = 0n
    for (const values of each) changed += BigInt(statement.run(...values).changes)
    return { rows: [], numAffectedRows: changed }
  }
}

const prepare = (database: DatabaseSync, sql: string): Prepared => {
  const statement = database.prepare(sql)
  statement.setReturnArrays(true) // reading a row as an object and copying it takes three times as long
  return { statement, columns: statement.columns().map(({ name }) => name) }
}

type Values = readonly unknown[]

/** SQLite's own rows have no prototype; those of other databases are ordinary objects. */
function rowOf(columns: readonly string[], values: Values): object {
  const row: Record<string, unknown> = {}
  for (let at = 0; at < columns.length; at++) row[columns[at]!] = values[at]
  return row
}
