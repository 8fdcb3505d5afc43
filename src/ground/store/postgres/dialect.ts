import { PostgresDialect, type Dialect } from 'kysely'
import { readPostgresAddress } from './address.ts'
import { createServerPool } from './pool.ts'

export interface PostgresOptions {
  url: string
  lockTimeoutMs: number
  onConnectionLost(error: Error): void
  hasDeadline(): boolean
}

/** Connections per process. Several processes share the server's default limit of 100. */
const POOL_SIZE = 5

/** Loads `pg` late, because SQLite does not need it. */
export async function postgresDialect(
  options: PostgresOptions,
): Promise<{ dialect: Dialect; renew(): void }> {
  const { default: pg } = await import('pg')
  const pool = createServerPool(pg, {
    address: readPostgresAddress(options.url),
    settings: {
      application_name: 'hub-service',
      max: POOL_SIZE,
      connectionTimeoutMillis: 10_000, // includes the wait for a free connection; `CONNECT_MS` limits one attempt to connect
      idleTimeoutMillis: 30_000,
      keepAlive: true, // detects a server that disappears while a connection is idle
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

/**
 * Types that `pg` returns as text, because their values may exceed a JavaScript number. The values of this service
 * are smaller, so these types are parsed as numbers.
 */
const WHOLE_NUMBERS: ReadonlySet<number> = new Set([
  20, // bigint and count(*)
  1700, // numeric and sum(bigint)
])

const typeParser =
  (types: { getTypeParser(oid: number, format?: 'text' | 'binary'): unknown }) =>
  (oid: number, format?: 'text' | 'binary') =>
    WHOLE_NUMBERS.has(oid) ? Number : types.getTypeParser(oid, format)
