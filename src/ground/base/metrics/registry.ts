import { collectDefaultMetrics, Registry } from 'prom-client'

/** Metrics of one part of the system, in the Prometheus text format. */
export interface Metrics {
  readonly registry: Registry
  readonly contentType: string
  text(): Promise<string>
}

/** @param role Label of every metric, such as `bridge`: parts may share a process. */
export function createMetrics(role: string): Metrics {
  const registry = new Registry()
  registry.setDefaultLabels({ role })
  collectDefaultMetrics({ register: registry }) // memory, event loop lag, garbage collection, open handles
  return { registry, contentType: registry.contentType, text: () => registry.metrics() }
}
