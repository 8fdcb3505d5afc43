import { connect, type Socket, type TcpNetConnectOpts } from 'node:net'
import { UpstreamConnection } from './engine/upstream-connection.ts'
import { FAILURES, upstreamFailure, type UpstreamFailure } from './engine/upstream-failure.ts'
import type { EdgeEvents, UpstreamName } from './log-events.ts'

export interface Upstream extends AsyncDisposable {
  readonly name: UpstreamName
  readonly host: string
  reach(waiter: ConnectionWaiter, options?: { isNew: boolean }): void
  /** Refuses new requests and resolves when the running requests have ended. */
  close(): Promise<void>
}

export interface ConnectionWaiter {
  connected(connection: UpstreamConnection): void
  failed(failure: UpstreamFailure): void
}

export interface UpstreamLimits {
  connectMs: number
  /** Idle timeout in milliseconds, before and during a response. */
  idleMs: number
}

/** Idle connections expire before the upstream closes them, so that no request meets a closed connection. */
const POOL_LIMITS = { ms: 4_000, mostMs: 60_000, earlierMs: 2_000 }

export function openUpstream(
  name: UpstreamName,
  origin: string,
  limits: UpstreamLimits,
  events: EdgeEvents,
  sockets: UpstreamSockets = PLAIN_SOCKETS,
): Upstream {
  return new Pool(name, new URL(origin), limits, events, sockets)
}

export interface UpstreamSockets {
  connect(this: void, options: TcpNetConnectOpts & { host: string }): Socket
  readyEvent: 'connect' | 'secureConnect'
  defaultPort: number
}

const PLAIN_SOCKETS: UpstreamSockets = { connect, readyEvent: 'connect', defaultPort: 80 }

interface Free {
  connection: UpstreamConnection
  until: number
}

/** The number of connections is unlimited, because each stream occupies one while it runs. */
class Pool implements Upstream {
  readonly name: UpstreamName
  readonly host: string
  readonly #address: { host: string; port: number }
  readonly #opening: UpstreamSockets
  readonly #limits: UpstreamLimits
  readonly #events: EdgeEvents
  readonly #sockets = new Set<Socket>()
  /** The most recently used connection is reused first, so that unneeded connections expire. */
  #free: Free[] = []
  #ageing: NodeJS.Timeout | undefined
  /** Shared by all connections: each processes its bytes before the next connection reads. */
  readonly #buffer = Buffer.allocUnsafeSlow(READ_BYTES)
  #isReachable = true
  #closed: { promise: Promise<void>; resolve: () => void } | null = null

  constructor(
    name: UpstreamName,
    { host, hostname, port }: URL,
    limits: UpstreamLimits,
    events: EdgeEvents,
    sockets: UpstreamSockets,
  ) {
    this.name = name
    this.#opening = sockets
    this.host = host
    this.#address = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || sockets.defaultPort) }
    this.#limits = limits
    this.#events = events
  }

  reach(waiter: ConnectionWaiter, { isNew } = { isNew: false }): void {
    if (this.#closed) return waiter.failed(upstreamFailure(FAILURES.closed))
    const free = isNew ? undefined : this.#takeFree()
    if (free) waiter.connected(free)
    else this.#connect(waiter)
  }

  close(): Promise<void> {
    this.#closed ??= Promise.withResolvers<void>()
    for (const { connection } of this.#free) connection.destroy()
    this.#free = []
    clearTimeout(this.#ageing)
    this.#endWhenAlone()
    return this.#closed.promise
  }

  [Symbol.asyncDispose](): Promise<void> {
    const closed = this.close()
    for (const socket of this.#sockets) socket.destroy()
    return closed
  }

  #takeFree(): UpstreamConnection | undefined {
    const now = performance.now()
    for (let free = this.#free.pop(); free; free = this.#free.pop()) {
      if (free.until > now && free.connection.isAlive) return free.connection
      free.connection.destroy()
    }
    return undefined
  }

  #connect(waiter: ConnectionWaiter): void {
    let connection: UpstreamConnection | null = null
    const callback = (length: number, bytes: Uint8Array) => {
      connection!.receive((bytes as Buffer).subarray(0, length))
      return true
    }
    const { connect: open, readyEvent } = this.#opening
    const socket = open({
      ...this.#address,
      ...SOCKET_OPTIONS,
      onread: { buffer: this.#buffer, callback },
    })
    this.#sockets.add(socket)
    let code: string = FAILURES.closed
    const failed = () => {
      if (this.#isReachable) this.#events.upstreamUnreachable({ upstream: this.name, error: code })
      this.#isReachable = false
      waiter.failed(upstreamFailure(code))
    }
    const { connectMs } = this.#limits
    const timer = setTimeout(() => socket.destroy(upstreamFailure(FAILURES.notConnected)), connectMs)
    socket.once('error', (error: NodeJS.ErrnoException) => (code = error.code ?? error.name))
    socket.once('close', failed)
    socket.once(readyEvent, () => {
      clearTimeout(timer)
      socket.off('close', failed)
      if (!this.#isReachable) this.#events.upstreamReachable({ upstream: this.name })
      this.#isReachable = true
      connection = new UpstreamConnection(socket, { idleMs: this.#limits.idleMs, onFree: this.#keep })
      waiter.connected(connection)
    })
    socket.once('close', () => {
      clearTimeout(timer)
      this.#sockets.delete(socket)
      this.#endWhenAlone()
    })
  }

  readonly #keep = (connection: UpstreamConnection, announcedMs: number | null): void => {
    const ms =
      announcedMs === null
        ? POOL_LIMITS.ms
        : Math.min(announcedMs - POOL_LIMITS.earlierMs, POOL_LIMITS.mostMs)
    if (this.#closed || ms <= 0) return connection.destroy()
    this.#free.push({ connection, until: performance.now() + ms })
    this.#ageing ??= this.#age()
    return undefined
  }

  #age(): NodeJS.Timeout {
    return setTimeout(() => {
      const now = performance.now()
      const isExpired = ({ connection, until }: Free) => until <= now || !connection.isAlive
      for (const free of this.#free) if (isExpired(free)) free.connection.destroy()
      this.#free = this.#free.filter((free) => !isExpired(free))
      this.#ageing = this.#free.length > 0 ? this.#age() : undefined
    }, 1_000).unref()
  }

  #endWhenAlone(): void {
    if (this.#sockets.size === 0) this.#closed?.resolve()
  }
}

const READ_BYTES = 64 * 1024

const SOCKET_OPTIONS = {
  noDelay: true,
  allowHalfOpen: true,
  keepAlive: true,
  keepAliveInitialDelay: 60_000,
} as const
