import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** The rest of a body is read for so long, and so far. */
const MAX_MS = 10_000
const MAX_BYTES = 1024 * 1024 * 1024

/**
 * Handles a request that is answered before its body was completely read, because it is too large or the disk
 * is full. Unread bytes would block the connection: the next request on it, which a proxy may send for
 * another client, would wait forever. And a connection that closes on unread bytes is reset, which takes the
 * answer back from a sender that has not read it. So the rest is read and dropped, also where the answer is
 * the last one of the connection; a sender without an end is cut off.
 *
 * A reader that may stop early must not destroy the request, as leaving a loop over it does: then nothing
 * more can be read from its connection, which is closed. A loop over `unreadBody` may be left.
 */
export function dropUnreadBody(request: IncomingMessage, response: ServerResponse): void {
  if (!bringsBody(request)) return
  const { socket } = request
  // Before the listener of Node, which closes a connection that has had its last answer.
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
    request.resume() // without a listener, one that flowed until now would stop in the next tick
  })
}

/**
 * Turn the wish to close a connection into the end of our side alone, which the other side reads behind the answer.
 *
 * @returns Closes it if that was wished meanwhile; later wishes are followed at once.
 */
function postponeClose(socket: Socket): () => void {
  let isWished = false
  socket.destroySoon = () => {
    isWished = true
    socket.end()
  }
  return () => {
    delete (socket as Partial<Socket>).destroySoon // the method of the class is there again
    if (isWished) socket.destroySoon()
  }
}

/** A request's body, whose reader may stop at any piece and still respond. */
export const unreadBody = (request: IncomingMessage): AsyncIterable<Uint8Array> =>
  request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>

/** Whether a request brings a body: without either header HTTP/1.1 knows none. */
export const bringsBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
