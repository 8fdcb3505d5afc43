import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { MIGRATIONS } from '#ground/store/migrations/index.ts'
import { openStore } from '#ground/store/store.ts'

export const AT_ONCE_PATH = 'src/ground/store/migrations/at-once.json'

/** Statements that create a new SQLite store at once, read from a store created by migrations. */
export async function storeAtOnce(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'hub-store-'))
  try {
    const path = join(folder, 'hub.db')
    const store = await openStore({ kind: 'sqlite', path }, { migrations: { ...MIGRATIONS } })
    await store[Symbol.asyncDispose]()
    return `${JSON.stringify({ steps: Object.keys(MIGRATIONS), statements: statementsOf(path) }, null, 2)}\n`
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Tables, indexes and triggers in the order in which they were made, then the rows and the settings of search indexes that steps have written. */
function statementsOf(path: string): string[] {
  using database = new DatabaseSync(path, { readOnly: true })
  const namesOf = (type: string): string[] =>
    database
      .prepare('select name from pragma_table_list where type = ? order by name')
      .all(type)
      .map(({ name }) => String(name))
  const shadows = namesOf('shadow')
  const made = database
    .prepare('select name, sql from sqlite_schema where sql is not null order by rowid')
    .all()
    .filter(({ name }) => !shadows.includes(String(name)) && name !== 'sqlite_sequence')
    .map(({ sql }) => String(sql))
  const written = namesOf('table')
    .filter((table) => table !== 'sqlite_schema' && table !== 'schema_migrations')
    .flatMap((table) =>
      database
        .prepare(`select * from "${table}"`)
        .all()
        .map((row) => insertOf(table, row)),
    )
  const configured = namesOf('virtual').flatMap((table) =>
    database
      .prepare(`select k, v from "${table}_config" where k != 'version' order by k`)
      .all()
      .map(({ k, v }) => insertOf(table, { [table]: k, rank: v })),
  )
  return [...made, ...written, ...configured]
}

const insertOf = (table: string, row: Record<string, unknown>): string =>
  `insert into "${table}" (${Object.keys(row).join(', ')}) values (${Object.values(row).map(literalOf).join(', ')})`

const literalOf = (value: unknown): string =>
  typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)
