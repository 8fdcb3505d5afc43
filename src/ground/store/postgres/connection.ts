import { Socket } from 'node:net'
import type pg from 'pg'
import { StoreReadOnly } from '../errors.ts'
import type { PostgresServer } from './address.ts'
import type { Choice, Primary } from './primary.ts'

/** Maximum time for connecting to a server, or for its description. */
export const CONNECT_MS = 3000

/** A connection that can be ended at once, even if the server does not respond. */
export interface PostgresConnection extends pg.Client {
  readonly choice: Choice
  /** Ends it without notice. Its pending queries fail as if the server had ended it. */
  drop(): void
}

type Settings = Omit<pg.ClientConfig, 'connectionString' | 'stream'>

/**
 * The class of the pool's connections: each connects to the newest choice. When the choice is reset, callers
 * waiting for the pool fail at once, and may choose again.
 */
export const connectionClass = (
  base: typeof pg,
  { latest, isCurrent }: Pick<Primary, 'latest' | 'isCurrent'>,
) =>
  class extends base.Client implements PostgresConnection {
    readonly choice: Choice
    readonly drop: () => void

    constructor(settings: Settings) {
      const choice = latest()
      const socket = new Socket()
      super({
        ...settings,
        connectionString: choice.server.url,
        connectionTimeoutMillis: CONNECT_MS,
        stream: () => socket,
      })
      this.choice = choice
      this.drop = () => void socket.destroy()
      if (!isCurrent(choice)) setImmediate(this.drop)
    }
  }

/** Do something on a connection of its own to a server, in a moment or not at all. */
export async function onOwnConnection(
  base: typeof pg,
  { server, settings, signal }: { server: PostgresServer; settings: Settings; signal?: AbortSignal },
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new (connectionClass(base, { latest: () => ({ server }), isCurrent: () => true }))(settings)
  client.on('error', () => {}) // reported by the query
  const over = AbortSignal.any([AbortSignal.timeout(CONNECT_MS), ...(signal ? [signal] : [])])
  over.addEventListener('abort', client.drop, { once: true })
  try {
    await client.connect()
    await work(client)
    void client.end()
  } catch (error) {
    client.drop()
    throw error
  }
}

/** @throws StoreReadOnly when a server is a standby, or takes no changes for another reason. */
export async function refuseReadOnly(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  const { rows } = await client.query<{ standby: boolean }>(
    `select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as standby`,
  )
  if (rows[0]!.standby) throw new StoreReadOnly()
}
