import { Counter, Gauge, Histogram } from '#ground/base/metrics/kinds.ts'
import { createMetrics, type Metrics } from '#ground/base/metrics/registry.ts'
import type { EndedRequest } from '#surfaces/edge/observe.ts'

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60]

export interface EdgeMetrics extends Metrics {
  requestStarted(): void
  requestEnded(request: EndedRequest): void
}

export function createEdgeMetrics(): EdgeMetrics {
  const metrics = createMetrics('edge')
  const registers = [metrics.registry]
  const running = new Gauge({ name: 'hub_edge_requests_running', help: 'Requests under way', registers })
  const requests = new Counter({
    name: 'hub_edge_requests_total',
    help: 'Requests that ended, by where they went and the first digit of their status',
    labelNames: ['upstream', 'class'],
    registers,
  })
  const seconds = new Histogram({
    name: 'hub_edge_request_duration_seconds',
    help: 'From the request’s head to the end of its answer',
    labelNames: ['upstream'],
    buckets: SECONDS,
    registers,
  })
  return {
    ...metrics,
    requestStarted: () => running.inc(),
    requestEnded({ upstream, status, ms }) {
      running.dec()
      requests.inc({ upstream, class: status === null ? 'broken' : `${Math.floor(status / 100)}xx` })
      seconds.observe({ upstream }, ms / 1000)
    },
  }
}
