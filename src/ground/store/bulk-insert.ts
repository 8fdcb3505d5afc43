import type { CompiledQuery, DialectAdapter, Transaction } from 'kysely'
import type { Tables } from './tables.ts'
import { cleaned } from './without-nul.ts'

interface InsertQuery<Result> {
  compile(): CompiledQuery
  execute(): Promise<Result[]>
}

/** Rows of one statement, which holds a limited number of values. Few sizes, so that statements stay prepared. */
const SIZES = [256, 64, 16, 4, 1]

/** A statement for so many rows, and whose values go where. */
interface Made {
  query: CompiledQuery
  columns: readonly string[]
}

/**
 * An insert of any number of rows whose SQL is made once for each size of statement: making it takes far longer than
 * running it. Gives the rows that the query returns.
 *
 * @param build The query for some rows. It must take all of them, all with the same columns, and no value but theirs.
 */
export function createBulkInsert<Row extends object, Result>(
  build: (tx: Transaction<Tables>, rows: readonly Row[]) => InsertQuery<Result>,
): (tx: Transaction<Tables>, rows: readonly Row[]) => Promise<Result[]> {
  const known = new WeakMap<DialectAdapter, Map<number, Made>>() // each database has words of its own
  const madeFor = (tx: Transaction<Tables>, rows: readonly Row[]): Made => {
    const { adapter } = tx.getExecutor()
    let bySize = known.get(adapter)
    if (!bySize) known.set(adapter, (bySize = new Map()))
    let made = bySize.get(rows.length)
    if (!made)
      bySize.set(rows.length, (made = { query: build(tx, rows).compile(), columns: Object.keys(rows[0]!) }))
    return made
  }
  return async (tx, rows) => {
    const results: Result[] = []
    for (const portion of portions(rows)) {
      const { query, columns } = madeFor(tx, portion)
      const parameters = portion.flatMap((row) => valuesOf(row, columns))
      if (parameters.length !== query.parameters.length)
        throw new TypeError('the query takes other values too')
      results.push(...(await tx.executeQuery<Result>({ ...query, parameters })).rows)
    }
    return results
  }
}

const valuesOf = (row: object, columns: readonly string[]): unknown[] =>
  columns.map((column) => {
    const value: unknown = (row as Record<string, unknown>)[column]
    if (value === undefined) throw new TypeError(`a row without ${column}`)
    return cleaned(value)
  })

function* portions<T>(items: readonly T[]): Generator<readonly T[]> {
  let start = 0
  for (const size of SIZES)
    for (; items.length - start >= size; start += size) yield items.slice(start, start + size)
}
