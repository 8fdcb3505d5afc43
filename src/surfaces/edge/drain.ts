import type { Server } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'

/** Knows which connections are at work, so that closing can wait for exactly those. */
export interface Drain {
  /** A request began on this connection. */
  begin(socket: Socket): void
  /** A request ended on this connection. */
  end(socket: Socket): void
  /** This connection became a websocket: it has no end of its own to wait for. */
  tunnel(socket: Socket): void
  /**
   * Stop accepting, let running answers end for at most `graceMs`, then cut what is left. Websockets are cut with the
   * last answer. Node's own `closeIdleConnections` does not know connections that fall idle, or speak, after the call.
   *
   * @param lingerMs So long at first idle connections stay, for a request that is on its way on one.
   * @returns How many connections were cut within an answer.
   */
  close(limits: { graceMs: number; lingerMs: number }): Promise<number>
}

export function createDrain(server: Server): Drain {
  const running = new Map<Socket, number>()
  const tunnels = new Set<Socket>()
  const handshakes = new Map<string, Socket>()
  let closing = false
  let lingering = false

  const carriesRequests = (socket: Socket) => {
    handshakes.delete(endOf(socket))
    running.set(socket, 0)
    socket.once('close', () => {
      running.delete(socket)
      tunnels.delete(socket)
      if (closing) cutTunnelsWhenAlone()
    })
  }
  // With TLS the requests come on a socket of its own, which is there once the two have agreed.
  if ('setSecureContext' in server) {
    server.on('connection', (socket: Socket) => {
      const end = endOf(socket)
      handshakes.set(end, socket)
      socket.once('close', () => handshakes.delete(end))
    })
    server.on('secureConnection', carriesRequests)
  } else server.on('connection', carriesRequests)

  const cutTunnelsWhenAlone = () => {
    if (running.size === 0) for (const socket of tunnels) socket.destroy()
  }

  return {
    begin: (socket) => void running.set(socket, (running.get(socket) ?? 0) + 1),
    end: (socket) => {
      const left = running.get(socket)
      if (left === undefined) return
      running.set(socket, left - 1)
      if (closing && !lingering && left === 1) socket.destroySoon()
    },
    tunnel: (socket) => {
      running.delete(socket)
      tunnels.add(socket)
      if (closing) cutTunnelsWhenAlone()
    },
    close: ({ graceMs, lingerMs }) =>
      new Promise((resolve) => {
        closing = true
        lingering = lingerMs > 0
        let cut = 0
        const letIdleGo = () => {
          lingering = false
          for (const [socket, count] of running) if (count === 0) socket.destroySoon()
          for (const socket of handshakes.values()) socket.destroy()
          cutTunnelsWhenAlone()
        }
        const linger = lingering ? setTimeout(letIdleGo, lingerMs) : undefined
        const timer = setTimeout(() => {
          cut = running.size
          for (const socket of [...running.keys(), ...tunnels]) socket.destroy()
        }, graceMs)
        // That of an HTTP server itself closes idle connections at once.
        NetServer.prototype.close.call(server, () => {
          clearTimeout(timer)
          clearTimeout(linger)
          resolve(cut)
        })
        if (!lingering) letIdleGo()
      }),
  }
}

/** The client's end, which a connection and the TLS spoken on it have in common. */
const endOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`
