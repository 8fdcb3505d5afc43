import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A connection that speaks bytes, for requests that no HTTP client would send. */
export interface RawConnection {
  readonly socket: Socket
  send(text: string): void
  /** Everything received so far, as Latin-1. */
  text(): string
  /** Resolve once what was received holds `part`; reject when the connection ends without it. */
  until(part: string): Promise<string>
  /** Resolve with everything received when the other side has ended; ends this side too unless it is kept. */
  closed(options?: { keep: boolean }): Promise<string>
}

export async function openRaw(port: number): Promise<RawConnection> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  await once(socket, 'connect')
  let received = ''
  socket.setEncoding('latin1')
  socket.on('data', (text: string) => (received += text))
  socket.on('error', () => {})
  const ended = new Promise<void>((resolve) => {
    socket.once('end', resolve)
    socket.once('close', () => resolve())
  })
  return {
    socket,
    send: (text) => void socket.write(text, 'latin1'),
    text: () => received,
    until: (part) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (received.includes(part)) resolve(received)
        }
        look()
        socket.on('data', look)
        void ended.then(() => reject(new Error(`closed after ${JSON.stringify(received)}`)))
      }),
    closed: async (options) => {
      await ended
      if (!options?.keep) socket.destroy()
      return received
    },
  }
}

/** Send one request as it is, with `Connection: close` where the text says so, and give the whole answer. */
export async function rawRequest(port: number, text: string): Promise<{ status: number; answer: string }> {
  const connection = await openRaw(port)
  connection.send(text)
  const answer = await connection.closed()
  return { status: Number(answer.split(' ')[1] ?? 0), answer }
}
