import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { isReadOnlyRefusal, isStoreUnavailable } from '../errors.ts'
import type { PostgresAddress } from './address.ts'
import { connectionClass, onOwnConnection, refuseReadOnly, type PostgresConnection } from './connection.ts'
import { createPrimary } from './primary.ts'
import { createLivenessProbe } from './liveness-probe.ts'

export interface ServerPoolOptions {
  address: PostgresAddress
  settings: Omit<pg.PoolConfig, 'connectionString' | 'Client' | 'onConnect'>
  hasDeadline(): boolean
  onConnectionLost(error: Error): void
}

export interface ServerPool extends PostgresPool {
  renew(): void
}

type Lent = PostgresConnection & pg.PoolClient

/** Attempts to get a connection. A retry is safe, because no query was sent. */
const ATTEMPTS = 2
const END_TIMEOUT_MS = 1000

/** After a loss of the primary server, the pool closes each old connection when a caller requests or releases it. */
export function createServerPool(base: typeof pg, options: ServerPoolOptions): ServerPool {
  const { address, settings, hasDeadline, onConnectionLost } = options
  const writable = (client: pg.ClientBase) =>
    address.mustBeWritable ? refuseReadOnly(client) : Promise.resolve()
  const primary = createPrimary(address.servers, (server, signal) =>
    onOwnConnection(base, { server, settings, signal }, writable),
  )
  const livenessProbe = createLivenessProbe({
    hasDeadline,
    isReachable: ({ server }) =>
      onOwnConnection(base, { server, settings }, async () => {}).then(
        () => true,
        (error: unknown) => error instanceof base.DatabaseError, // a refusal proves that the server is reachable
      ),
  })
  const open = new Set<PostgresConnection>()
  const pool = new base.Pool({
    ...settings,
    Client: connectionClass(base, primary) as unknown as new () => pg.ClientBase,
    onConnect: (client) => livenessProbe.watch(client as PostgresConnection, writable(client)),
  })
  pool.on('connect', (client) => {
    const connection = client as Lent
    open.add(connection)
    client.once('end', () => open.delete(connection))
    // An error without a listener would end the process, and the pool listens only while a connection is idle.
    reportOnce(connection, (error) => {
      primary.resetChoice(connection.choice)
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
        livenessProbe.watch(client, client.query(sql, [...parameters])).catch((error: unknown) => {
          if (isReadOnlyRefusal(error)) primary.resetChoice(client.choice)
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
        primary.resetChoice(choice)
        if (attempt++ === ATTEMPTS) throw error
      }
    }
  }
  return {
    connect,
    renew: () => primary.resetChoice(primary.latest()),
    async end() {
      await pool.end()
      await Promise.all([...open].map(waitForEnd))
    },
  } as ServerPool
}

function reportOnce(client: PostgresConnection, report: (error: Error) => void): void {
  let reported = false
  client.on('error', (error: Error) => {
    if (!reported) report(error)
    reported = true
  })
}

/** All connections were in use for too long. The server may still be reachable. */
const isFull = (error: unknown): boolean =>
  error instanceof Error && error.message === 'timeout exceeded when trying to connect'

/** Waits only for a limited time, because a lost server does not confirm the end. */
function waitForEnd(connection: PostgresConnection): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const late = setTimeout(connection.drop, END_TIMEOUT_MS)
  connection.once('end', () => {
    clearTimeout(late)
    resolve()
  })
  return promise
}
