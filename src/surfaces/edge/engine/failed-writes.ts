import { Socket } from 'node:net'

type Done = (error?: Error | null) => void

/**
 * Keep a socket open for reading when a write to it fails. An upstream may answer early and close while we
 * still send the body: its response is then still in the socket, and destroying the socket after a failed
 * write would lose it. Later writes are dropped; the end of the connection follows from reading.
 *
 * @param isExpected Whether an answer may still be read. Else the failure ends the socket.
 * @param onFailed With the code of the system, once.
 */
export function surviveFailedWrites(
  socket: Socket,
  { isExpected, onFailed }: { isExpected(): boolean; onFailed(code: string): void },
): void {
  let hasFailed = false
  const watched =
    (done: Done): Done =>
    (error) => {
      const { code } = (error ?? {}) as NodeJS.ErrnoException
      if (!code || !PEER_CLOSED.has(code) || !isExpected()) return done(error)
      hasFailed = true
      onFailed(code)
      return done()
    }
  const { _write: write, _writev: writev } = Socket.prototype
  // oxlint-disable-next-line no-underscore-dangle -- so Node names what a stream writes with
  socket._write = (chunk, encoding, done) =>
    hasFailed ? done() : write.call(socket, chunk, encoding, watched(done))
  // oxlint-disable-next-line no-underscore-dangle -- the same, of several pieces
  socket._writev = (chunks, done) => (hasFailed ? done() : writev!.call(socket, chunks, watched(done)))
}

const PEER_CLOSED: ReadonlySet<string> = new Set(['EPIPE', 'ECONNRESET'])
