import { Server as NetServer, type Server, type Socket } from 'node:net'
import { ClientConnection, type ClientTimeouts } from './client-connection.ts'
import type { EdgeReply } from './reply.ts'
import type { ClientRequest } from './request.ts'

export interface ClientConnectionsOptions {
  timeouts: ClientTimeouts
  handle(request: ClientRequest, reply: EdgeReply): void
}

export interface ClientConnections {
  /**
   * Lets running responses end for at most `graceMs`. Websockets are closed after the last response.
   * @param lingerMs Time for which idle connections stay open, for requests that are on their way.
   */
  close(limits: { graceMs: number; lingerMs: number }): Promise<number>
}

/** @param server Created with `allowHalfOpen`, so that a client that ends its side does not end the server's side. */
export function serveConnections(server: Server, options: ClientConnectionsOptions): ClientConnections {
  const { timeouts, handle } = options
  const open = new Set<ClientConnection>()
  let closing: 'no' | 'lingering' | 'now' = 'no'
  const now = () => performance.now()

  const cutTunnelsWhenAlone = () => {
    for (const connection of open) if (!connection.isTunnel) return
    for (const { socket } of open) socket.destroy()
  }
  const onConnection = (socket: Socket) => {
    const connection = new ClientConnection(socket, {
      timeouts,
      handle,
      isLastAnswer: () => closing === 'now',
      onTunnel: () => closing !== 'no' && cutTunnelsWhenAlone(),
      now,
    })
    open.add(connection)
    socket.once('close', () => {
      open.delete(connection)
      if (closing !== 'no') cutTunnelsWhenAlone()
    })
  }
  const handshakes = followConnections(server, onConnection)
  const everyMs = Math.min(1_000, timeouts.headMs / 4, timeouts.requestMs / 4, timeouts.silentMs / 4)
  const checking = setInterval(() => {
    const at = now()
    for (const connection of open) connection.check(at)
  }, everyMs).unref()

  const closeIdle = () => {
    closing = 'now'
    for (const connection of open) if (!connection.isAtWork) connection.socket.destroySoon()
    for (const socket of handshakes) socket.destroy()
    cutTunnelsWhenAlone()
  }
  return {
    close: ({ graceMs, lingerMs }) =>
      new Promise((resolve) => {
        closing = 'lingering'
        let cut = 0
        const linger = lingerMs > 0 ? setTimeout(closeIdle, lingerMs) : undefined
        const timer = setTimeout(() => {
          for (const { socket, isTunnel } of open) {
            if (!isTunnel) cut++
            socket.destroy()
          }
        }, graceMs)
        NetServer.prototype.close.call(server, () => {
          clearTimeout(timer)
          clearTimeout(linger)
          clearInterval(checking)
          resolve(cut)
        })
        if (lingerMs === 0) closeIdle()
      }),
  }
}

function followConnections(server: Server, speak: (socket: Socket) => void): Iterable<Socket> {
  const handshakes = new Map<string, Socket>()
  if (!('setSecureContext' in server)) {
    server.on('connection', speak)
    return []
  }
  server.on('connection', (socket: Socket) => {
    const end = peerKeyOf(socket)
    handshakes.set(end, socket)
    socket.once('close', () => handshakes.delete(end))
  })
  server.on('secureConnection', (socket: Socket) => {
    handshakes.delete(peerKeyOf(socket))
    speak(socket)
  })
  return { [Symbol.iterator]: () => handshakes.values() }
}

const peerKeyOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`
