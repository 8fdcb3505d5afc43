import { closeGracefully, createHttpServer, listen } from '../http-server.ts'
import type { Metrics } from './registry.ts'

const CLOSE_MS = 1000

/** Answer `/metrics` on a port of the loopback interface, apart from what people reach. */
export async function serveMetrics(
  metrics: Metrics,
  { port, variable }: { port: number; variable: string },
): Promise<AsyncDisposable & { url: string }> {
  const server = createHttpServer(async (request, response) => {
    if (request.url?.split('?')[0] !== '/metrics') return void response.writeHead(404).end()
    const text = await metrics.text()
    response.writeHead(200, { 'content-type': metrics.contentType }).end(text)
  })
  const url = await listen(server, { host: '127.0.0.1', port, variable })
  return { url, [Symbol.asyncDispose]: () => closeGracefully(server, CLOSE_MS) }
}
