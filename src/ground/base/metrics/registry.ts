import { Registry } from './kinds.ts'

/** Metrics of one part of the system, in the Prometheus text format. */
export interface Metrics {
  /** The part's own metrics. */
  readonly registry: Registry
  readonly contentType: string
  /** These, and the metrics of its process. */
  text(): Promise<string>
}

/** @param role Label of every metric, such as `bridge`: parts may share a process. */
export function createMetrics(role: string): Metrics {
  const registry = new Registry()
  registry.setDefaultLabels({ role })
  return {
    registry,
    contentType: registry.contentType,
    async text() {
      const all = [await ofProcess(role), registry]
      return (await Promise.all(all.map((one) => one.metrics()))).join('\n')
    },
  }
}

const processes = new Map<string, Promise<Registry>>()

/**
 * Memory, event loop lag, garbage collection, open handles. A process has one watcher, however many Hubs have
 * a bridge in it, started at the first request: each watcher costs, and stays to the end of the process.
 */
function ofProcess(role: string): Promise<Registry> {
  const known = processes.get(role) ?? watchProcess(role)
  processes.set(role, known)
  return known
}

/**
 * Gauges of prom-client under names that Prometheus keeps for counters, which its checker refuses. Each is the sum of
 * another metric: `sum(nodejs_active_handles)`.
 */
const MISNAMED = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
]

async function watchProcess(role: string): Promise<Registry> {
  const { collectDefaultMetrics } = await import('prom-client')
  const registry = new Registry()
  registry.setDefaultLabels({ role })
  collectDefaultMetrics({ register: registry })
  for (const name of MISNAMED) registry.removeSingleMetric(name)
  return registry
}
