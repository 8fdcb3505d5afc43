import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Limits for reading the rest of a body. */
const MAX_MS = 10_000
const MAX_BYTES = 1024 * 1024 * 1024

/**
 * Reads and drops the rest of a body that the handler did not read, because it is too large or the disk is full.
 * Unread bytes would block the next request on the connection. If the connection closed with unread bytes, a TCP
 * reset would discard the response before the client reads it. A client that keeps sending is disconnected after
 * `MAX_MS` or `MAX_BYTES`.
 *
 * A handler that stops early must not destroy the request, as breaking out of `for await` does. Use `unreadBody`,
 * whose loop may be left early.
 */
export function dropUnreadBody(request: IncomingMessage, response: ServerResponse): void {
  if (!bringsBody(request)) return
  const { socket } = request
  // Runs before Node's listener, which closes the connection after its last response.
  response.prependOnceListener('finish', () => {
    if (request.complete) return
    if (request.destroyed) return socket.destroySoon()
    const limit = socket.bytesRead + MAX_BYTES
    const closeLater = postponeClose(socket)
    const cut = setTimeout(() => socket.destroy(), MAX_MS).unref()
    const over = () => {
      clearTimeout(cut)
      closeLater()
    }
    request.once('end', over).once('close', over)
    request.unpipe()
    request.removeAllListeners('readable').removeAllListeners('data')
    request.on('data', () => {
      if (socket.bytesRead > limit) socket.destroy()
    })
    request.resume() // needed because the removal of listeners pauses the stream in the next tick
  })
}

/**
 * Delays closing the socket: until then, `destroySoon` only ends our side, so that the client can read the response.
 *
 * @returns Ends the delay. It closes the socket if that was requested in the meantime.
 */
function postponeClose(socket: Socket): () => void {
  let isWished = false
  socket.destroySoon = () => {
    isWished = true
    socket.end()
  }
  return () => {
    delete (socket as Partial<Socket>).destroySoon // restores the method of the class
    if (isWished) socket.destroySoon()
  }
}

/** A request's body for `for await`. The loop may stop early, and the handler can still respond. */
export const unreadBody = (request: IncomingMessage): AsyncIterable<Uint8Array> =>
  request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>

/** True if a request has a body. */
export const bringsBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
