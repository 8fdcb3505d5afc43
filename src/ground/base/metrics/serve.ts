import { serveOnLoopback } from '../loopback-server.ts'
import type { Metrics } from './registry.ts'

export const serveMetrics = (metrics: Metrics, address: { port: number; variable: string }) =>
  serveOnLoopback(
    {
      '/metrics': async (_request, response) => {
        const text = await metrics.text()
        response.writeHead(200, { 'content-type': metrics.contentType }).end(text)
      },
    },
    address,
  )
