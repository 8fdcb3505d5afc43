import type { RequestListener, Server } from 'node:http'
import { createServer } from './network/node-http.ts'
import type { AddressInfo, Server as NetServer, Socket } from 'node:net'
import { closeAfterEarlyResponse, dropUnreadBody } from './unread-body.ts'
import { answerUnreadable } from './unreadable-request.ts'

/** Limits in milliseconds and bytes. */
export const HTTP_LIMITS = {
  headersTimeout: 30_000,
  /** Includes the body, so it must allow a large upload over a slow connection. */
  requestTimeout: 30 * 60_000,
  /** Longer than the edge keeps idle upstream connections, so that the edge never reuses a closed connection. */
  keepAliveTimeout: 75_000,
  maxHeaderSize: 32 * 1024,
} as const

export function createHttpServer(listener?: RequestListener): Server {
  const server = createServer({ ...HTTP_LIMITS, insecureHTTPParser: false })
  server.maxHeadersCount = 200
  server.on('request', dropUnreadBody)
  server.on('request', closeAfterEarlyResponse)
  if (listener) server.on('request', listener)
  server.on('clientError', (error, socket) => answerUnreadable(error, socket as Socket))
  trackConnections(server)
  return server
}

export class PortTaken extends Error {
  readonly port: number
  readonly variable: string
  constructor(port: number, variable: string) {
    super(`port ${port} (${variable}) is taken; set ${variable}=… to another port`)
    this.name = 'PortTaken'
    this.port = port
    this.variable = variable
  }
}

export interface ListenAddress {
  host: string
  port: number
  variable: string
}

/** Returns the base URL, such as `http://127.0.0.1:3080`. */
export const listen = (server: NetServer, { host, port, variable }: ListenAddress): Promise<string> =>
  new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new PortTaken(port, variable) : error),
    )
    server.listen({ host, port }, () => resolve(urlOf(server)))
  })

export type ListenForRequests = (server: Server, address: ListenAddress) => Promise<ListeningServer>

export interface ListeningServer {
  readonly url: string
  end(graceMs: number): Promise<void>
}

export const listenForRequests: ListenForRequests = async (server, address) => ({
  url: await listen(server, address),
  end: (graceMs) => closeGracefully(server, graceMs),
})

const urlOf = (server: NetServer): string => {
  const { address, family, port } = server.address() as AddressInfo
  const scheme = 'setSecureContext' in server ? 'https' : 'http'
  return `${scheme}://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}

export const closeGracefully = (server: Server, graceMs: number): Promise<void> =>
  new Promise((resolve) => {
    const closeIdle = () => {
      server.closeIdleConnections()
      // `closeIdleConnections` keeps connections that have not received a byte.
      for (const socket of connections.get(server) ?? []) if (socket.bytesRead === 0) socket.destroy()
    }
    const sweep = setInterval(closeIdle, 50)
    const cut = setTimeout(() => server.closeAllConnections(), graceMs)
    server.close(() => {
      clearInterval(sweep)
      clearTimeout(cut)
      resolve()
    })
    closeIdle()
  })

const connections = new WeakMap<Server, Set<Socket>>()

function trackConnections(server: Server): void {
  const open = new Set<Socket>()
  connections.set(server, open)
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
}
