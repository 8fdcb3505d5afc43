import type { CompiledQuery, DialectAdapter, Transaction } from 'kysely'
import { cleaned } from './remove-nul.ts'
import type { RepeatedQuery, RepeatsQueries } from './sqlite/executor.ts'
import type { Tables } from './tables.ts'

interface InsertQuery<Result> {
  compile(): CompiledQuery
  execute(): Promise<Result[]>
}

const SIZES = [256, 64, 16, 4, 1]
const LARGE_SIZES = [256, 64]

interface Made {
  query: CompiledQuery
  columns: readonly string[]
}

/** Compiles the SQL only once per number of rows, because compiling takes far longer than running. */
export function createBulkInsert<Row extends object, Result>(
  build: (tx: Transaction<Tables>, rows: readonly Row[]) => InsertQuery<Result>,
): (tx: Transaction<Tables>, rows: readonly Row[]) => Promise<Result[]> {
  const known = new WeakMap<DialectAdapter, Map<number, Made>>() // each database has its own SQL dialect
  const madeFor = (tx: Transaction<Tables>, rows: readonly Row[]): Made => {
    const { adapter } = tx.getExecutor()
    let bySize = known.get(adapter)
    if (!bySize) known.set(adapter, (bySize = new Map()))
    let made = bySize.get(rows.length)
    if (!made)
      bySize.set(rows.length, (made = { query: build(tx, rows).compile(), columns: Object.keys(rows[0]!) }))
    return made
  }
  const queriesFor = (tx: Transaction<Tables>, rows: readonly Row[]): CompiledQuery[] => {
    const repeatsQueries = ('repeatsQueries' satisfies keyof RepeatsQueries) in tx.getExecutor().adapter
    const { portions, rest } = portioned(rows, repeatsQueries ? LARGE_SIZES : SIZES)
    const queries: CompiledQuery[] = portions.map((portion) => {
      const made = madeFor(tx, portion)
      return { ...made.query, parameters: parametersOf(made, portion) }
    })
    if (rest.length === 0) return queries
    const made = madeFor(tx, rest.slice(0, 1))
    const oneByOne: RepeatedQuery = { ...made.query, each: rest.map((row) => parametersOf(made, [row])) }
    return [...queries, oneByOne]
  }
  return async (tx, rows) => {
    const results: Result[] = []
    for (const query of queriesFor(tx, rows))
      for (const row of (await tx.executeQuery<Result>(query)).rows) results.push(row)
    return results
  }
}

function parametersOf({ query, columns }: Made, rows: readonly object[]): unknown[] {
  const parameters = rows.flatMap((row) => valuesOf(row, columns))
  if (parameters.length !== query.parameters.length)
    throw new TypeError('the query of a bulk insert has other parameters')
  return parameters
}

const valuesOf = (row: object, columns: readonly string[]): unknown[] =>
  columns.map((column) => {
    const value: unknown = (row as Record<string, unknown>)[column]
    if (value === undefined) throw new TypeError(`a row has no value for ${column}`)
    return cleaned(value)
  })

function portioned<T>(items: readonly T[], sizes: readonly number[]) {
  const portions: (readonly T[])[] = []
  let start = 0
  for (const size of sizes)
    for (; items.length - start >= size; start += size) portions.push(items.slice(start, start + size))
  return { portions, rest: items.slice(start) }
}
