import { Socket } from 'node:net'
import type pg from 'pg'
import { StoreReadOnly } from '../errors.ts'
import type { PostgresServer } from './address.ts'
import type { ServerChoice, Primary } from './primary.ts'

export const CONNECT_MS = 3000

export interface PostgresConnection extends pg.Client {
  readonly choice: ServerChoice
  /** Makes pending queries fail as if the server had closed the socket. */
  drop(): void
}

type Settings = Omit<pg.ClientConfig, 'connectionString' | 'stream'>

export const connectionClass = (
  base: typeof pg,
  { latest, isCurrent }: Pick<Primary, 'latest' | 'isCurrent'>,
) =>
  class extends base.Client implements PostgresConnection {
    readonly choice: ServerChoice
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

/** Connecting and `work` together must finish within `CONNECT_MS`. */
export async function onOwnConnection(
  base: typeof pg,
  { server, settings, signal }: { server: PostgresServer; settings: Settings; signal?: AbortSignal },
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new (connectionClass(base, { latest: () => ({ server }), isCurrent: () => true }))(settings)
  client.on('error', () => {}) // without a listener, the error would end the process; the query rejects with it, too
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

export async function refuseReadOnly(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  const { rows } = await client.query<{ standby: boolean }>(
    `select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as standby`,
  )
  if (rows[0]!.standby) throw new StoreReadOnly()
}
