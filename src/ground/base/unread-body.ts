import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

const MAX_MS = 10_000
const MAX_BYTES = 1024 * 1024 * 1024

/**
 * Reads and drops the rest of a body that the handler did not read. Unread bytes would block the next request, and
 * closing the connection would discard the response.
 */
export function dropUnreadBody(request: IncomingMessage, response: ServerResponse): void {
  if (!hasBody(request)) return
  const { socket } = request
  // Runs before Node's listener, which closes the connection after its last response.
  response.prependOnceListener('finish', () => {
    if (request.complete) return
    if (request.destroyed) return socket.destroySoon()
    const limit = socket.bytesRead + MAX_BYTES
    const closeLater = postponeClose(socket)
    const cut = setTimeout(() => socket.destroy(), MAX_MS).unref()
    const cleanUp = () => {
      clearTimeout(cut)
      closeLater()
    }
    request.once('end', cleanUp).once('close', cleanUp)
    request.unpipe()
    request.removeAllListeners('readable').removeAllListeners('data')
    request.on('data', () => {
      if (socket.bytesRead > limit) socket.destroy()
    })
    request.resume() // resumes the stream, because removing the listeners pauses it in the next tick
  })
}

/**
 * Closes the connection after an early response. Otherwise, a proxy may send its next request within the unfinished
 * body.
 */
export function closeAfterEarlyResponse(request: IncomingMessage, response: ServerResponse): void {
  if (!hasBody(request)) return
  const writeHead = response.writeHead.bind(response) as (...head: unknown[]) => ServerResponse
  response.writeHead = (...head: unknown[]) => {
    if (!request.complete) response.setHeader('Connection', 'close') // `keepConnected` may have removed this header
    return writeHead(...head)
  }
}

/**
 * Until the returned function is called, `destroySoon` ends only our side of the connection, so that the client can
 * read the response.
 */
function postponeClose(socket: Socket): () => void {
  let isCloseRequested = false
  socket.destroySoon = () => {
    isCloseRequested = true
    socket.end()
  }
  return () => {
    delete (socket as Partial<Socket>).destroySoon // deleting the own property restores the method of the class
    if (isCloseRequested) socket.destroySoon()
  }
}

/** If a loop over the body stops early, the request is not destroyed, so the handler can still respond. */
export const unreadBody = (request: IncomingMessage): AsyncIterable<Uint8Array> =>
  request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
