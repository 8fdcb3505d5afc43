import { extname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { CompiledQuery, DatabaseConnection, Driver } from 'kysely'
import type { ReadingReply, ReadingQuery, ReadingOptions } from './reading-message.ts'

/** Uses this file's extension, which differs in the release bundle. */
const THREAD = join(import.meta.dirname, `reading-thread${extname(import.meta.filename)}`)

interface Waiting {
  resolve(rows: object[]): void
  reject(error: unknown): void
}

/**
 * Runs queries in a worker thread, so that slow queries do not block the event loop. An idle worker does not keep the
 * process alive.
 */
export function createReadingDriver(options: ReadingOptions): Driver {
  let worker: Worker | null = null
  let number = 0
  const waiting = new Map<number, Waiting>()

  const failAll = (error: unknown) => {
    worker = null
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  const start = (): Worker => {
    const started = new Worker(THREAD, { workerData: options, name: 'store-reading' })
    started.on('message', ({ number, ...answer }: ReadingReply) => {
      const query = waiting.get(number)!
      waiting.delete(number)
      if (waiting.size === 0) started.unref()
      if ('rows' in answer) query.resolve(answer.rows)
      else query.reject(Object.assign(new Error(answer.error.message), answer.error))
    })
    started.on('error', failAll)
    started.on(
      'exit',
      () => started === worker && failAll(new Error('the reading thread of the database ended')),
    )
    return started
  }
  const read = (question: ReadingQuery) =>
    new Promise<object[]>((resolve, reject) => {
      worker ??= start()
      worker.ref()
      waiting.set(question.number, { resolve, reject })
      worker.postMessage(question, [])
    })
  const connection: DatabaseConnection = {
    executeQuery: async <R>({ sql, parameters }: CompiledQuery) => ({
      rows: (await read({ number: ++number, sql, parameters })) as R[],
    }),
    streamQuery: () => refuse('use pages instead of streaming'),
  }
  return {
    init: async () => {},
    acquireConnection: async () => connection,
    releaseConnection: async () => {},
    beginTransaction: async () => refuse('transactions need the writing connection'),
    commitTransaction: async () => {},
    rollbackTransaction: async () => {},
    destroy: async () => {
      const ending = worker
      failAll(new Error('the database is closed'))
      await ending?.terminate()
    },
  }
}

const refuse = (why: string): never => {
  throw new Error(why)
}
