import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { CompiledQuery } from 'kysely'
import { compareAsPostgres } from './comparing.ts'
import { createExecutor } from './executor.ts'
import type { ReadingReply, ReadingQuery, ReadingOptions } from './reading-message.ts'

const port = parentPort!
const { path, lockTimeoutMs } = workerData as ReadingOptions
const post = (answer: ReadingReply) => port.postMessage(answer)

const database = new DatabaseSync(path, { readOnly: true, timeout: lockTimeoutMs })
compareAsPostgres(database)
const execute = createExecutor(database)

port.on('message', ({ number, sql, parameters }: ReadingQuery) => {
  try {
    post({ number, rows: execute<object>(CompiledQuery.raw(sql, [...parameters])).rows })
  } catch (error) {
    const { message, code, errcode } = error as Error & { code?: unknown; errcode?: unknown }
    post({ number, error: { message, code, errcode } })
  }
})
