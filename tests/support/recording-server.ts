import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { TestContext } from 'node:test'

export interface ReceivedRequest {
  method: string
  target: string
  /** Header names and values alternately. */
  rawHeaders: readonly string[]
  headers: IncomingMessage['headers']
}

export interface RecordingServer {
  readonly url: string
  readonly port: number
  readonly server: Server
  readonly received: readonly ReceivedRequest[]
  close(): Promise<void>
}

export async function startRecordingServer(
  t: TestContext,
  answer: string | RequestListener = 'ok',
  port = 0,
): Promise<RecordingServer> {
  const received: ReceivedRequest[] = []
  const server = createServer(typeof answer === 'string' ? (_, response) => response.end(answer) : answer)
  const record = ({ method = '', url = '', rawHeaders, headers }: IncomingMessage) =>
    void received.push({ method, target: url, rawHeaders, headers })
  server.prependListener('request', record)
  server.on('newListener', (event) => {
    if (event === 'upgrade' && server.listenerCount('upgrade') === 0)
      queueMicrotask(() => server.prependListener('upgrade', record))
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')

  const sockets = new Set<Socket>() // includes upgraded sockets, which the server no longer tracks
  server.prependListener('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })

  const close = async () => {
    if (!server.listening) return
    server.close()
    for (const socket of sockets) socket.destroy()
    await once(server, 'close')
  }
  t.after(close)
  const { port: bound } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${bound}`, port: bound, server, received, close }
}
