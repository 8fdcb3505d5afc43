import { connect, errors, type NatsConnection } from '@nats-io/transport-node'
import { slept, type Clock, type EpochMs } from '#ground/base/clock.ts'
import type { BusAddress } from '#ground/bus/address.ts'
import { readBusFiles, type BusFiles } from './files.ts'
import { troubleOf, type BusTrouble, type BusTroubleKind } from './trouble.ts'

export interface ConnectionReports {
  /** Called once per outage for each kind of trouble. */
  onOutage(trouble: BusTrouble): void
  onRecovery(): void
  /** The server denied permission to publish or subscribe. Called once per connection. */
  onRefused(reason: string): void
}

const RETRY_MS = 500
/** Ping interval. After two unanswered pings, the client closes the connection. */
const PING_MS = 2000
const CONNECT_MS = 2000

interface ConnectionOptions {
  address: BusAddress
  clock: Clock
  reports: ConnectionReports
}

/**
 * Opens a new connection after each loss. The client library's own reconnection is disabled, because it would buffer
 * messages and send them too late.
 */
export function maintainConnection(
  { address, clock, reports }: ConnectionOptions,
  { onConnected, onReach }: { onConnected(connection: NatsConnection): void; onReach(): void },
) {
  const closing = new AbortController()
  let connection: NatsConnection | null = null
  const outage = new Set<BusTroubleKind>()
  let isRefused = false
  let files: BusFiles | null = null
  const reportOutage = async (error: unknown) => {
    const trouble = await troubleOf(error, { address, expiredAt: expiredAt(files, clock.now()) })
    if (!closing.signal.aborted && !outage.has(trouble.kind)) reports.onOutage(trouble)
    outage.add(trouble.kind)
  }

  const stayConnected = async (): Promise<unknown> => {
    files = await readBusFiles(address)
    const opened = await connect(optionsOf(address, files))
    if (closing.signal.aborted) return opened.close()
    connection = opened
    isRefused = false
    onConnected(opened)
    onReach()
    if (outage.size > 0) reports.onRecovery()
    outage.clear()
    void refusalBy(opened).then((reason) => {
      if (reason === null || connection !== opened) return
      isRefused = true
      reports.onRefused(reason)
      onReach()
    })
    const error = await opened.closed()
    connection = null
    if (!closing.signal.aborted) onReach()
    return error ?? new Error('the connection was closed')
  }
  const run = async () => {
    while (!closing.signal.aborted) {
      const error = await stayConnected().catch((failure: unknown) => failure)
      if (closing.signal.aborted) return
      await reportOutage(error)
      await slept(clock, RETRY_MS, closing.signal)
    }
  }
  const running = run()
  return {
    current: () => (connection && !connection.isClosed() ? connection : null),
    isRefused: () => isRefused,
    async [Symbol.asyncDispose]() {
      closing.abort()
      await connection?.close()
      await running
    },
  }
}

const optionsOf = (
  { servers, isEncrypted, credentials, isHandshakeFirst }: BusAddress,
  { tls, authenticator }: BusFiles,
) => ({
  servers,
  name: 'hub-service',
  noEcho: true,
  reconnect: false,
  ignoreClusterUpdates: true,
  timeout: CONNECT_MS,
  pingInterval: PING_MS,
  maxPingOut: 2,
  ...(isEncrypted && { tls: { ...tls, ...(isHandshakeFirst && { handshakeFirst: true }) } }),
  ...(authenticator && { authenticator }),
  ...(credentials && 'token' in credentials && credentials),
  ...(credentials && 'user' in credentials && { user: credentials.user, pass: credentials.password }),
})

function expiredAt(files: BusFiles | null, now: EpochMs): string | null {
  const at = files?.expiresAt ?? null
  return at !== null && at <= now ? new Date(at).toISOString() : null
}

/** Returns the server's refusal; null if the connection closes without a refusal. */
async function refusalBy(connection: NatsConnection): Promise<string | null> {
  for await (const status of connection.status())
    if (status.type === 'error' && status.error instanceof errors.PermissionViolationError)
      return status.error.message
  return null
}
