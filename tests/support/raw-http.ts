import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A byte connection, for requests that HTTP clients would not send. */
export interface RawConnection {
  readonly socket: Socket
  send(text: string): void
  /** All received bytes as Latin-1. */
  text(): string
  /** Resolves when the received text contains `part`; rejects if the connection ends before. */
  until(part: string): Promise<string>
  /** Resolves with all received text after the other side has ended. Also ends this side unless `keep`. */
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

/** The text must contain `Connection: close`. */
export async function rawRequest(port: number, text: string): Promise<{ status: number; answer: string }> {
  const connection = await openRaw(port)
  connection.send(text)
  const answer = await connection.closed()
  return { status: Number(answer.split(' ')[1] ?? 0), answer }
}
