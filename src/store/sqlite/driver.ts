import { closeSync, openSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { CompiledQuery, type DatabaseConnection, type Driver } from 'kysely'
import type { Clock } from '#base/clock.ts'
import { createConnection } from './connection.ts'
import { whenFree } from './when-free.ts'

export interface SqliteOptions {
  path: string
  clock: Clock
  /** Longest wait for another connection's write lock, in milliseconds. */
  lockTimeoutMs: number
}

/**
 * One connection to one file. A transaction takes the write lock when it begins, so what it reads stays true until it
 * commits; a plain `begin` would find out at its first write that another process was faster, and fail.
 */
export const createSqliteDriver = (options: SqliteOptions): Driver => {
  let database: DatabaseSync
  let connection: DatabaseConnection
  const run = (sql: string) => connection.executeQuery(CompiledQuery.raw(sql))

  return {
    async init() {
      database = await openDatabase(options)
      connection = createConnection(database, options)
    },
    acquireConnection: async () => connection,
    releaseConnection: async () => {},
    beginTransaction: async () => void (await run('begin immediate')),
    commitTransaction: async () => void (await run('commit')),
    async rollbackTransaction() {
      if (database.isTransaction) await run('rollback') // SQLite rolls back by itself when the disk is full
    },
    savepoint: async (_, name) => void (await run(`savepoint "${name}"`)),
    rollbackToSavepoint: async (_, name) => void (await run(`rollback to "${name}"`)),
    releaseSavepoint: async (_, name) => void (await run(`release "${name}"`)),
    destroy: async () => database.close(),
  }
}

async function openDatabase(options: SqliteOptions): Promise<DatabaseSync> {
  await mkdir(dirname(options.path), { recursive: true, mode: 0o700 })
  closeSync(openSync(options.path, 'a', 0o600)) // SQLite would create it readable by all; its -wal and -shm copy the mode
  // No blocking wait in SQLite: it would stop the event loop, and with it whoever in this process holds the lock.
  const database = new DatabaseSync(options.path, { timeout: 0, enableForeignKeyConstraints: true })
  database.function('lower', { deterministic: true }, (text) =>
    typeof text === 'string' ? text.toLowerCase() : text,
  )
  await whenFree(() => database.exec(PRAGMAS), options)
  return database
}

/**
 * 16 MB of pages are kept in memory: with the usual 2 MB a batch of rows writes the same pages several times.
 * `full` syncs the log at each commit: what was acknowledged survives a power cut, which `normal` does not promise.
 * `case_sensitive_like` and `lower` above make text compare as on Postgres.
 */
const PRAGMAS = `
  pragma journal_mode = wal;
  pragma synchronous = full;
  pragma cache_size = -16384;
  pragma journal_size_limit = 67108864;
  pragma case_sensitive_like = on;
`
