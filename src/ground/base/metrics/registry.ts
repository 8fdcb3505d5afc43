import { Registry } from './kinds.ts'

/** Metrics of one role, in the Prometheus text format. */
export interface Metrics {
  /** Metrics of the role, without those of the process. */
  readonly registry: Registry
  readonly contentType: string
  /** Metrics of the role and of its process. */
  text(): Promise<string>
}

/** @param role Label of each metric, such as `bridge`, because roles may share a process. */
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
 * Memory, event loop lag, garbage collection and open handles. A process has one collector per role, however many
 * Hubs it serves: each collector costs time until the process ends. The first request starts it.
 */
function ofProcess(role: string): Promise<Registry> {
  const known = processes.get(role) ?? watchProcess(role)
  processes.set(role, known)
  return known
}

/**
 * Gauges whose names end in `_total`, which Prometheus reserves for counters. Each equals the sum of another metric,
 * such as `sum(nodejs_active_handles)`.
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
