import type { EventEmitter } from 'node:events'
import { PostgresDialect, type Dialect } from 'kysely'

export interface PostgresOptions {
  url: string
  /** Longest wait for another connection's row lock, in milliseconds. */
  lockTimeoutMs: number
  /** The server or the network closed a connection, in use or not; the pool replaces it. */
  onConnectionLost(error: Error): void
}

/** Connections per process. A few processes share the server's default limit of 100. */
const POOL_SIZE = 5

/** Kysely over `pg`, which is only loaded here: a store in a file never pays for it. */
export async function postgresDialect(options: PostgresOptions): Promise<Dialect> {
  const { default: pg } = await import('pg')
  const pool = new pg.Pool({
    connectionString: options.url,
    application_name: 'hub-service',
    max: POOL_SIZE,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true, // a server that went without a word is noticed
    lock_timeout: options.lockTimeoutMs,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
    types: { getTypeParser: typeParser(pg.types) as typeof pg.types.getTypeParser },
  })
  // An error that nobody listens to ends the process, and the pool itself listens only while a connection is idle.
  pool.on('connect', (client) => reportOnce(client, options.onConnectionLost))
  pool.on('error', () => {})
  return new PostgresDialect({ pool })
}

/** One loss shows as several errors: the server's last words, the end of the socket. */
function reportOnce(client: EventEmitter, report: (error: Error) => void): void {
  let reported = false
  client.on('error', (error: Error) => {
    if (!reported) report(error)
    reported = true
  })
}

/** Types whose values come as text because they may exceed a JavaScript number; ours do not. */
const WHOLE_NUMBERS: ReadonlySet<number> = new Set([
  20, // bigint, also what count(*) gives
  1700, // numeric, what sum(bigint) gives
])

const typeParser =
  (types: { getTypeParser(oid: number, format?: 'text' | 'binary'): unknown }) =>
  (oid: number, format?: 'text' | 'binary') =>
    WHOLE_NUMBERS.has(oid) ? Number : types.getTypeParser(oid, format)
