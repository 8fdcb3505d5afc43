import { createServer, request, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { OwnS3 } from './s3.ts'

/** Forwards the first `taken` matching requests. Later matching requests get no response, or fail. */
export async function holdingS3(
  t: { after(then: () => unknown): void },
  s3: OwnS3,
  {
    taken,
    isOne,
    afterwards = 'hold',
  }: { taken: number; isOne(incoming: IncomingMessage): boolean; afterwards?: 'hold' | 'refuse' },
) {
  const { promise: isReached, resolve } = Promise.withResolvers<void>()
  let left = taken
  const server: Server = createServer((incoming, response) => {
    if (isOne(incoming)) left--
    if (left < 0) resolve()
    if (left < 0 && afterwards === 'refuse') return void response.writeHead(503).end()
    if (left < 0 && isOne(incoming)) return
    const onward = request(
      `${s3.endpoint}${incoming.url}`,
      { method: incoming.method!, headers: incoming.headers },
      (answer) => {
        response.writeHead(answer.statusCode!, answer.headers)
        answer.pipe(response)
      },
    )
    onward.on('error', () => response.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  t.after(async () => {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  })
  const { port } = server.address() as AddressInfo
  const { SVC_BLOBS_URL: own } = s3.environment() as { SVC_BLOBS_URL: string }
  const url = own.replace(encodeURIComponent(s3.endpoint), encodeURIComponent(`http://127.0.0.1:${port}`))
  return { url, isReached }
}
