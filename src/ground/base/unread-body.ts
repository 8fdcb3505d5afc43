import type { IncomingMessage, ServerResponse } from 'node:http'

/** The rest of a body is read for so long. */
const MOST_MS = 10_000

/**
 * See to a request that is answered before its body was read to the end, be it too large or its disk full. Unread bytes
 * would stop up the connection: the next request on it, which a proxy may send for somebody else, would wait for nothing.
 * So the rest is read and dropped; a sender without an end is cut off.
 *
 * Whoever reads a body and may stop must not destroy the request, as leaving a loop over it does: then nothing more can
 * be read from its connection, which is closed. `bodyOf` is a loop to be left.
 */
export function dropUnreadBody(request: IncomingMessage, response: ServerResponse): void {
  if (!bringsBody(request)) return
  const { socket } = request
  response.once('finish', () => {
    if (request.complete) return
    if (request.destroyed) return socket.destroySoon()
    const cut = setTimeout(() => socket.destroy(), MOST_MS).unref()
    const stopClock = () => clearTimeout(cut)
    request.once('end', stopClock).once('close', stopClock)
    request.unpipe()
    request.removeAllListeners('readable').removeAllListeners('data')
    request.on('data', () => {}).resume() // without a listener, one that flowed until now would stop in the next tick
  })
}

/** A request's body, whose reader may stop at any piece and still answer. */
export const bodyOf = (request: IncomingMessage): AsyncIterable<Uint8Array> =>
  request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>

/** Whether a request brings a body: without either header HTTP/1.1 knows none. */
export const bringsBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
