import { ServerResponse, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { responseHeaders } from './headers.ts'

/** Only websockets are relayed; other upgrades (`h2c`) are answered as the plain requests they also are. */
export const isWebsocketUpgrade = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket'

/** A response on a connection that asked for an upgrade, for when it is refused. The connection ends with it. */
export function responseOn(request: IncomingMessage, socket: Socket): ServerResponse {
  const response = new ServerResponse(request)
  response.shouldKeepAlive = false
  response.assignSocket(socket)
  response.once('finish', () => socket.destroySoon())
  socket.on('error', () => {}) // 'close' follows, and is what we act on
  return response
}

/**
 * Join a client to an upstream that agreed to a websocket. Nothing of the client's went upstream before that answer:
 * a relay that starts earlier would let requests slip past the edge's rules.
 *
 * @param head     Bytes the client sent right after its request.
 * @param idleMs   Silence in both directions after which both ends are cut.
 */
export function relayWebsocket(
  client: { socket: Socket; response: ServerResponse; head: Buffer },
  upstream: { socket: Socket; rawHeaders: readonly Buffer[] },
  idleMs: number,
): void {
  client.response.detachSocket(client.socket)
  client.socket.write(switchingProtocols(upstream.rawHeaders), 'latin1')
  if (client.head.length > 0) upstream.socket.write(client.head)
  client.socket.pipe(upstream.socket)
  upstream.socket.pipe(client.socket)
  upstream.socket.on('error', () => {})
  closeTogether(client.socket, upstream.socket)
  closeTogether(upstream.socket, client.socket)
  client.socket.setTimeout(idleMs, () => client.socket.destroy())
}

function switchingProtocols(rawHeaders: readonly Buffer[]): string {
  const headers = responseHeaders(rawHeaders)
  let head = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n'
  for (let index = 0; index < headers.length; index += 2)
    head += `${headers[index]}: ${headers[index + 1]}\r\n`
  return `${head}\r\n`
}

/** When one side is closed in both directions the other has nothing left to do but to send what it still holds. */
function closeTogether(gone: Socket, left: Socket): void {
  gone.once('close', () => (gone.readableEnded ? left.destroySoon() : left.destroy()))
}
