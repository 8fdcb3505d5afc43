import { Registry } from './kinds.ts'

export interface Metrics {
  readonly registry: Registry
  readonly contentType: string
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

/** A collector of process metrics runs until the process ends, so it starts only at the first request for metrics. */
function ofProcess(role: string): Promise<Registry> {
  const known = processes.get(role) ?? watchProcess(role)
  processes.set(role, known)
  return known
}

/** Gauges whose names end in `_total`, which Prometheus reserves for counters. */
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
