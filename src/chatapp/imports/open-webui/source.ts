import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** The columns depend on the release of Open WebUI. JSON columns are texts. */
export type Row = Readonly<Record<string, unknown>>

/** The database of Open WebUI, `webui.db`. All reads see the same snapshot, even while the server writes. */
export interface WebuiDatabase extends Disposable {
  has(table: string): boolean
  /** Empty if the table or a column of `where` is missing. */
  rows(table: string, where?: Readonly<Record<string, string>>): Iterable<Row>
  ids(table: string): string[]
}

export class NotOpenWebui extends Error {
  override readonly name = 'NotOpenWebui'
}

export class SourceUnreadable extends Error {
  override readonly name = 'SourceUnreadable'
}

const REQUIRED = ['user', 'auth', 'chat'] as const

/**
 * @throws NotOpenWebui if the file is not a database or lacks the tables of accounts and chats.
 * @throws SourceUnreadable if the file is locked or damaged; later reads may throw it too.
 */
export function openWebuiDatabase(path: string): WebuiDatabase {
  const opened = openSnapshot(path)
  const { db } = opened
  const columns = new Map<string, Set<string>>()
  const columnsOf = (table: string) => {
    const known = columns.get(table)
    if (known) return known
    const names = db.prepare('select name from pragma_table_info(?)').all(table) as { name: string }[]
    const found = new Set(names.map(({ name }) => name))
    columns.set(table, found)
    return found
  }
  const has = (table: string) => columnsOf(table).size > 0
  const missing = readable(path, () => REQUIRED.filter((table) => !has(table)))
  if (missing.length > 0) {
    opened[Symbol.dispose]()
    throw new NotOpenWebui(`${path} is not a database of Open WebUI: it has no table ${missing.join(', ')}`)
  }
  return {
    has,
    *rows(table, where = {}) {
      const names = Object.keys(where)
      if (!has(table) || names.some((name) => !columnsOf(table).has(name))) return
      const condition = names.length > 0 ? ` where ${names.map((name) => `"${name}" = ?`).join(' and ')}` : ''
      const order = columnsOf(table).has('created_at') ? 'created_at, rowid' : 'rowid'
      try {
        const query = db.prepare(`select * from "${table}"${condition} order by ${order}`)
        query.setReadBigInts(true) // a number that JavaScript cannot represent exactly would end the import
        for (const row of query.iterate(...Object.values(where))) yield withNumbers(row)
      } catch (error) {
        throw sourceError(path, error)
      }
    },
    ids(table) {
      const order = columnsOf(table).has('created_at') ? 'created_at, id' : 'id'
      const read = () => db.prepare(`select id from "${table}" order by ${order}`).all() as { id: string }[]
      return readable(path, read).map(({ id }) => id)
    },
    [Symbol.dispose]: () => opened[Symbol.dispose](),
  }
}

/**
 * Reads a copy if the folder is not writable, because SQLite needs write permission for a database with a `-wal`
 * file.
 */
function openSnapshot(path: string): { db: DatabaseSync } & Disposable {
  try {
    const db = begin(path)
    return { db, [Symbol.dispose]: () => db.close() }
  } catch (error) {
    if (!/readonly|unable to open/i.test((error as Error).message)) throw sourceError(path, error)
  }
  const folder = mkdtempSync(join(tmpdir(), 'hub-import-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    const copy = join(folder, basename(path))
    for (const ending of ['', '-wal'])
      if (existsSync(path + ending)) copyFileSync(path + ending, copy + ending)
    const db = begin(copy)
    return {
      db,
      [Symbol.dispose]() {
        db.close()
        remove()
      },
    }
  } catch (error) {
    remove()
    throw sourceError(path, error)
  }
}

function begin(path: string): DatabaseSync {
  const db = new DatabaseSync(path, { readOnly: true })
  try {
    db.exec('begin')
    db.prepare('select count(*) from sqlite_master').get() // the snapshot begins with the first read
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

const withNumbers = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === 'bigint' ? Number(value) : value]),
  )

function readable<T>(path: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw sourceError(path, error)
  }
}

function sourceError(path: string, error: unknown): unknown {
  const { code, errcode, message } = error as { code?: string; errcode?: number; message: string }
  if (code !== 'ERR_SQLITE_ERROR') return error
  const problem = errcode! & 0xff
  if (problem === NOT_A_DATABASE) return new NotOpenWebui(`${path} is not an SQLite database: ${message}`)
  if (LOCKED.has(problem))
    return new SourceUnreadable(`${path} is locked by another program (${message}): stop Open WebUI`)
  return new SourceUnreadable(
    `${path} is damaged or unreadable (${message}): repair it (\`sqlite3 webui.db .recover | sqlite3 repaired.db\`), or use a backup`,
  )
}

/** SQLite's codes SQLITE_BUSY and SQLITE_LOCKED. */
const LOCKED: ReadonlySet<number> = new Set([5, 6])
/** SQLite's code SQLITE_NOTADB. */
const NOT_A_DATABASE = 26
