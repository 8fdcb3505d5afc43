import { PostgresDialect, type Dialect } from 'kysely'
import { readPostgresAddress } from './address.ts'
import { createServerPool } from './pool.ts'

export interface PostgresOptions {
  /** Address of one server, or of several servers with one primary. */
  url: string
  /** Longest wait for another connection's row lock, in milliseconds. */
  lockTimeoutMs: number
  /** The server or the network closed a connection, in use or not; the pool replaces it. */
  onConnectionLost(error: Error): void
  /** Whether statements have to end in their time. */
  hasDeadline(): boolean
}

/** Connections per process. A few processes share the server's default limit of 100. */
const POOL_SIZE = 5

/**
 * Kysely over `pg`, which is only loaded here: a store in a file never pays for it.
 *
 * @throws BadPostgresAddress
 */
export async function postgresDialect(
  options: PostgresOptions,
): Promise<{ dialect: Dialect; renew(): void }> {
  const { default: pg } = await import('pg')
  const pool = createServerPool(pg, {
    address: readPostgresAddress(options.url),
    settings: {
      application_name: 'hub-service',
      max: POOL_SIZE,
      connectionTimeoutMillis: 10_000, // for a server that others use; our own has less
      idleTimeoutMillis: 30_000,
      keepAlive: true, // detects a server that disappeared while the connection was idle
      keepAliveInitialDelayMillis: 10_000,
      lock_timeout: options.lockTimeoutMs,
      statement_timeout: 30_000,
      idle_in_transaction_session_timeout: 60_000,
      types: { getTypeParser: typeParser(pg.types) as typeof pg.types.getTypeParser },
    },
    hasDeadline: options.hasDeadline,
    onConnectionLost: options.onConnectionLost,
  })
  return { dialect: new PostgresDialect({ pool }), renew: pool.renew }
}

/** Types whose values arrive as text because they may exceed a JavaScript number; ours do not. */
const WHOLE_NUMBERS: ReadonlySet<number> = new Set([
  20, // bigint, also what count(*) gives
  1700, // numeric, what sum(bigint) gives
])

const typeParser =
  (types: { getTypeParser(oid: number, format?: 'text' | 'binary'): unknown }) =>
  (oid: number, format?: 'text' | 'binary') =>
    WHOLE_NUMBERS.has(oid) ? Number : types.getTypeParser(oid, format)
