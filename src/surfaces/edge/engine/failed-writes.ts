import { Socket } from 'node:net'

type Done = (error?: Error | null) => void

/** Keeps the socket readable, because an upstream may respond early and close while the edge still sends the body. */
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
  // oxlint-disable-next-line no-underscore-dangle -- Node's name of this method
  socket._write = (chunk, encoding, done) =>
    hasFailed ? done() : write.call(socket, chunk, encoding, watched(done))
  // oxlint-disable-next-line no-underscore-dangle -- Node's name of this method
  socket._writev = (chunks, done) => (hasFailed ? done() : writev!.call(socket, chunks, watched(done)))
}

const PEER_CLOSED: ReadonlySet<string> = new Set(['EPIPE', 'ECONNRESET'])
