import { hash } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import type { Tables } from '#ground/store/tables.ts'
import { isCopied, type CopiedTable } from './layout.ts'

export type CopiedRow = Record<string, unknown>

/** Rows per page, limited by the maximum number of parameters of one insert. */
const PAGE = 256

/** Sorted by key. SQLite and Postgres may order keys differently. */
export async function* pagesOf(db: Kysely<Tables>, table: CopiedTable): AsyncGenerator<CopiedRow[]> {
  for (let page: CopiedRow[] = await nextPage(db, table, null); page.length > 0;) {
    const copied = page.filter((row) => isCopied(table, row))
    if (copied.length > 0) yield copied
    page = page.length < PAGE ? [] : await nextPage(db, table, page.at(-1)!)
  }
}

async function nextPage(
  db: Kysely<Tables>,
  { name, columns, key }: CopiedTable,
  last: CopiedRow | null,
): Promise<CopiedRow[]> {
  const keyColumns = sql.join(key.map((column) => sql.ref(column)))
  const afterLast = last
    ? sql`where (${keyColumns}) > (${sql.join(key.map((column) => last[column]))})`
    : sql``
  const { rows } = await sql<CopiedRow>`
    select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(name)} ${afterLast}
    order by ${keyColumns} limit ${sql.lit(PAGE)}`.execute(db)
  return rows
}

/** `digest` does not depend on the order of rows. */
export interface RowSum {
  rows: number
  digest: string
}

/** Combines hashes of rows by exclusive or. Every row has a unique key, so no two rows cancel each other. */
export function createSummer({ columns }: Pick<CopiedTable, 'columns'>) {
  const words = new Uint32Array(8)
  let count = 0
  return {
    add(rows: readonly CopiedRow[]): void {
      for (const row of rows) {
        const of = hash('sha256', JSON.stringify(columns.map((column) => row[column])), 'buffer')
        for (let word = 0; word < words.length; word++) words[word]! ^= of.readUInt32LE(4 * word)
      }
      count += rows.length
    },
    sum: (): RowSum => ({ rows: count, digest: Buffer.from(words.buffer).toString('hex') }),
  }
}

export async function sumOf(db: Kysely<Tables>, table: CopiedTable): Promise<RowSum> {
  const summer = createSummer(table)
  for await (const rows of pagesOf(db, table)) summer.add(rows)
  return summer.sum()
}
