import type { RequestListener } from 'node:http'
import { closeGracefully, createHttpServer, listen } from '../http-server.ts'
import { onlyByOwnName } from '../network/misdirected.ts'
import { createOwnAddress } from '../network/own-address.ts'
import type { Metrics } from './registry.ts'

const CLOSE_MS = 1000
const THIS_MACHINE = createOwnAddress({ publicUrl: null, names: [] })

/** Answer `/metrics` on a port of the loopback interface, apart from what people reach. */
export async function serveMetrics(
  metrics: Metrics,
  { port, variable }: { port: number; variable: string },
): Promise<AsyncDisposable & { url: string }> {
  const answer: RequestListener = async (request, response) => {
    if (request.url?.split('?')[0] !== '/metrics') return void response.writeHead(404).end()
    const text = await metrics.text()
    response.writeHead(200, { 'content-type': metrics.contentType }).end(text)
  }
  const server = createHttpServer(onlyByOwnName(THIS_MACHINE, answer))
  const url = await listen(server, { host: '127.0.0.1', port, variable })
  return { url, [Symbol.asyncDispose]: () => closeGracefully(server, CLOSE_MS) }
}
