import type { FastifyInstance } from 'fastify'

export interface MetricsDeps {
  readonly contentType: string
  /** In the Prometheus text format. */
  text(): Promise<string>
}

/** For a collector on this machine. The edge never forwards it. */
export function metricsRoute(app: FastifyInstance, { contentType, text }: MetricsDeps): void {
  app.get('/metrics', async (_request, reply) =>
    reply
      .header('content-type', contentType)
      .header('cache-control', 'no-store')
      .send(await text()),
  )
}
