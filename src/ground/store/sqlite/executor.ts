import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { CompiledQuery, QueryResult } from 'kysely'
import { BoundedMap } from '#ground/base/bounded-map.ts'

const CACHED_STATEMENTS = 256

interface Prepared {
  statement: StatementSync
  columns: readonly string[]
}

export interface RepeatedQuery extends CompiledQuery {
  readonly each: readonly (readonly unknown[])[]
}

export interface RepeatsQueries {
  readonly repeatsQueries: true
}

export function createExecutor(database: DatabaseSync) {
  const cache = new BoundedMap<string, Prepared>(CACHED_STATEMENTS)

  const prepared = (sql: string): Prepared => {
    const entry = cache.get(sql) ?? prepare(database, sql)
    cache.set(sql, entry) // moves the entry to the end: the map drops the least recently used statement
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
  statement.setReturnArrays(true) // arrays are three times as fast as objects
  return { statement, columns: statement.columns().map(({ name }) => name) }
}

type Values = readonly unknown[]

/** Makes ordinary objects, as on Postgres. SQLite's own rows have no prototype. */
function rowOf(columns: readonly string[], values: Values): object {
  const row: Record<string, unknown> = {}
  for (let at = 0; at < columns.length; at++) row[columns[at]!] = values[at]
  return row
}
