import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { isReadOnlyRefusal, isStoreUnavailable } from '../errors.ts'
import type { PostgresAddress } from './address.ts'
import { connectionClass, onOwnConnection, refuseReadOnly, type PostgresConnection } from './connection.ts'
import { createPrimary } from './primary.ts'
import { createSilence } from './liveness-probe.ts'

export interface ServerPoolOptions {
  address: PostgresAddress
  settings: Omit<pg.PoolConfig, 'connectionString' | 'Client' | 'onConnect'>
  hasDeadline(): boolean
  onConnectionLost(error: Error): void
}

export interface ServerPool extends PostgresPool {
  /** See anew which server is the one, and use no connection from before. */
  renew(): void
}

type Lent = PostgresConnection & pg.PoolClient

/** Connection attempts; a repetition is safe because no query was sent yet. */
const ATTEMPTS = 2
/** How long a server has to take leave. */
const LEAVE_MS = 1000

/**
 * Connections to the primary server. After a loss all connections are replaced, those in use once they are
 * released.
 */
export function createServerPool(base: typeof pg, options: ServerPoolOptions): ServerPool {
  const { address, settings, hasDeadline, onConnectionLost } = options
  const writable = (client: pg.ClientBase) =>
    address.mustBeWritable ? refuseReadOnly(client) : Promise.resolve()
  const primary = createPrimary(address.servers, (server, signal) =>
    onOwnConnection(base, { server, settings, signal }, writable),
  )
  const silence = createSilence({
    hasDeadline,
    isThere: ({ server }) =>
      onOwnConnection(base, { server, settings }, async () => {}).then(
        () => true,
        (error: unknown) => error instanceof base.DatabaseError, // it refused, so it is reachable
      ),
  })
  const open = new Set<PostgresConnection>()
  const pool = new base.Pool({
    ...settings,
    Client: connectionClass(base, primary) as unknown as new () => pg.ClientBase,
    onConnect: (client) => silence.watch(client as PostgresConnection, writable(client)),
  })
  pool.on('connect', (client) => {
    const connection = client as Lent
    open.add(connection)
    client.once('end', () => open.delete(connection))
    // An error without a listener ends the process, and the pool itself only listens while a connection is
    // idle.
    reportOnce(connection, (error) => {
      primary.forget(connection.choice)
      onConnectionLost(error)
    })
  })
  pool.on('error', () => {})

  const lent = new WeakMap<Lent, PostgresPoolClient>()
  const lend = (client: Lent): PostgresPoolClient => {
    const known = lent.get(client)
    if (known) return known
    const made = {
      query: (sql: string, parameters: readonly unknown[]) =>
        silence.watch(client, client.query(sql, [...parameters])).catch((error: unknown) => {
          if (isReadOnlyRefusal(error)) primary.forget(client.choice)
          throw error
        }),
      release: (isBroken?: boolean) => giveBack(client, isBroken),
    } as unknown as PostgresPoolClient
    lent.set(client, made)
    return made
  }
  const giveBack = (client: Lent, isBroken = false) => {
    const isOld = !primary.isCurrent(client.choice)
    if (isOld) client.drop()
    client.release(isBroken || isOld)
  }
  const connect = async (): Promise<PostgresPoolClient> => {
    for (let attempt = 1; ;) {
      const choice = await primary.find()
      try {
        const client = (await pool.connect()) as Lent
        if (primary.isCurrent(client.choice)) return lend(client)
        giveBack(client)
      } catch (error) {
        if (isFull(error) || !isStoreUnavailable(error)) throw error
        primary.forget(choice)
        if (attempt++ === ATTEMPTS) throw error
      }
    }
  }
  return {
    connect,
    renew: () => primary.forget(primary.latest()),
    async end() {
      await pool.end()
      await Promise.all([...open].map(left))
    },
  } as ServerPool
}

/** One loss shows as several errors: the server's last words, the end of the socket. */
function reportOnce(client: PostgresConnection, report: (error: Error) => void): void {
  let reported = false
  client.on('error', (error: Error) => {
    if (!reported) report(error)
    reported = true
  })
}

/** All connections are in use for too long, which does not concern the server. */
const isFull = (error: unknown): boolean =>
  error instanceof Error && error.message === 'timeout exceeded when trying to connect'

/** A disappeared server does not end its side of a connection. */
function left(connection: PostgresConnection): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const late = setTimeout(connection.drop, LEAVE_MS)
  connection.once('end', () => {
    clearTimeout(late)
    resolve()
  })
  return promise
}
