import { mkdir, open as openFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { CompiledQuery, type DatabaseConnection, type Driver } from 'kysely'
import type { Clock } from '#ground/base/clock.ts'
import { processTurns } from '#ground/base/turn-budget.ts'
import { compareAsPostgres } from './comparing.ts'
import { createExecutor } from './executor.ts'
import { createLogSync, type LogSync } from './log-sync.ts'
import { createWriteQueue, type QueueMember } from './write-queue.ts'
import { whenFree } from './when-free.ts'

export interface SqliteOptions {
  path: string
  clock: Clock
  lockTimeoutMs: number
}

/**
 * One shared connection to a file. Waiting for another process's lock does not block readers.
 *
 * 1. `begin immediate` takes the write lock at the start. A plain `begin` would fail at its first write if another
 *    process wrote in between.
 * 2. A write is synced before it is acknowledged, so it survives a power loss. Other readers may see the write before
 *    the sync.
 */
export const createSqliteDriver = (options: SqliteOptions): Driver => {
  let database: DatabaseSync
  let execute: ReturnType<typeof createExecutor>
  let log: LogSync | null = null
  const idle: Lease[] = []
  const writeQueue = createWriteQueue()

  const perform = async <T>(lease: Lease, work: () => T): Promise<T> => {
    if (processTurns.isSpent()) await processTurns.nextTurn()
    return whenFree(() => writeQueue.run(lease, work), options)
  }
  const run = async (lease: Lease, sql: string) => void (await lease.executeQuery(CompiledQuery.raw(sql)))
  const open = (): Lease => {
    const lease: Lease = {
      isOpen: false,
      async executeQuery<R>(query: CompiledQuery) {
        const result = await perform(lease, () => execute<R>(query))
        if (!lease.isOpen && !isRead(query)) await log?.sync()
        return result
      },
      streamQuery: () => {
        throw new Error('use pages instead of streaming, which would block the only connection')
      },
    }
    return lease
  }

  return {
    async init() {
      database = await openDatabase(options)
      execute = createExecutor(database)
      if (keepsLog(database)) {
        database.exec('pragma synchronous = normal')
        log = createLogSync(options.path, () => emptyLog(database))
      }
    },
    acquireConnection: async () => idle.pop() ?? open(),
    releaseConnection: async (lease: Lease) => void idle.push(lease),
    beginTransaction: (lease: Lease) =>
      perform(lease, () => {
        execute(CompiledQuery.raw('begin immediate'))
        lease.isOpen = true
      }),
    async commitTransaction(lease: Lease) {
      await perform(lease, () => {
        execute(CompiledQuery.raw('commit'))
        lease.isOpen = false
      })
      await log?.sync()
    },
    rollbackTransaction: (lease: Lease) =>
      perform(lease, () => {
        lease.isOpen = false
        if (database.isTransaction) execute(CompiledQuery.raw('rollback')) // on a full disk, SQLite has rolled back already
      }),
    savepoint: (lease: Lease, name) => run(lease, `savepoint "${name}"`),
    rollbackToSavepoint: (lease: Lease, name) => run(lease, `rollback to "${name}"`),
    releaseSavepoint: (lease: Lease, name) => run(lease, `release "${name}"`),
    async destroy() {
      await log?.[Symbol.asyncDispose]()
      database.close()
    },
  }
}

type Lease = DatabaseConnection & QueueMember

async function openDatabase(options: SqliteOptions): Promise<DatabaseSync> {
  await mkdir(dirname(options.path), { recursive: true, mode: 0o700 })
  await createPrivate(options.path)
  // A wait within SQLite would block the event loop, including the holder of the lock in this process.
  const database = new DatabaseSync(options.path, { timeout: 0, enableForeignKeyConstraints: true })
  compareAsPostgres(database)
  await whenFree(() => database.exec(PRAGMAS), options)
  return database
}

/**
 * SQLite would make the file readable for all. An existing file is not opened, because closing it would release this
 * process's locks on it.
 */
async function createPrivate(path: string): Promise<void> {
  try {
    await (await openFile(path, 'ax', 0o600)).close()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

function emptyLog(database: DatabaseSync): void {
  if (database.prepare('pragma wal_checkpoint(truncate)').get()?.['busy'] !== 0)
    throw new Error('another connection uses the write-ahead log')
}

const isRead = ({ sql }: CompiledQuery): boolean => sql.startsWith('select')

/** Some file systems do not support a write-ahead log. SQLite then syncs at each commit. */
const keepsLog = (database: DatabaseSync): boolean =>
  database.prepare('pragma journal_mode').get()?.['journal_mode'] === 'wal'

/** A cache of 16 MB: with 2 MB, a batch of rows writes the same pages several times. */
const PRAGMAS = `
  pragma journal_mode = wal;
  pragma synchronous = full;
  pragma cache_size = -16384;
  pragma journal_size_limit = 67108864;
`
