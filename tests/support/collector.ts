import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { TestContext } from 'node:test'

export interface Arrived {
  path: string
  type: string
  headers: IncomingHttpHeaders
  body: Buffer
}

export interface Collector {
  readonly url: string
  readonly received: readonly Arrived[]
  /** Responds with this status from now on, or `times` times. */
  answerWith(answer: { status: number; headers?: Record<string, string>; times?: number }): void
  /** The first result of `find` for a past or future request. */
  arrival<T>(find: (parcel: Arrived) => T | undefined): Promise<T>
  close(): Promise<void>
}

export async function startCollector(t: TestContext, port = 0): Promise<Collector> {
  const received: Arrived[] = []
  const waiting = new Set<() => void>()
  let odd: { status: number; headers?: Record<string, string>; times?: number } | null = null
  const server = createServer(async (request, response) => {
    const { url: path = '', headers } = request
    const body = await buffer(request).catch(() => null)
    if (body === null) return
    received.push({ path, type: headers['content-type'] ?? '', headers, body })
    const answer = odd
    if (odd?.times !== undefined && --odd.times === 0) odd = null
    response.writeHead(answer?.status ?? 200, answer?.headers).end()
    for (const look of waiting) look()
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const close = async () => {
    if (!server.listening) return
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }
  t.after(close)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answerWith: (answer) => void (odd = answer),
    arrival: (find) =>
      new Promise((resolve) => {
        const look = () => {
          for (const parcel of received) {
            const found = find(parcel)
            if (found === undefined) continue
            waiting.delete(look)
            return resolve(found)
          }
        }
        waiting.add(look)
        look()
      }),
    close,
  }
}
