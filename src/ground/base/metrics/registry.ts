import { collectDefaultMetrics, Registry } from 'prom-client'

/** Metrics of one part of the system, in the Prometheus text format. */
export interface Metrics {
  /** What the part counts itself. */
  readonly registry: Registry
  readonly contentType: string
  /** That, and how its process is. */
  text(): Promise<string>
}

/** @param role Label of every metric, such as `bridge`: parts may share a process. */
export function createMetrics(role: string): Metrics {
  const registry = new Registry()
  registry.setDefaultLabels({ role })
  const all = [ofProcess(role), registry]
  return {
    registry,
    contentType: registry.contentType,
    text: async () => (await Promise.all(all.map((one) => one.metrics()))).join('\n'),
  }
}

const processes = new Map<string, Registry>()

/**
 * Memory, event loop lag, garbage collection, open handles. Of a process they are watched once, however many Hubs have a
 * bridge in it: each watcher costs, and stays to the end of the process.
 */
function ofProcess(role: string): Registry {
  const known = processes.get(role)
  if (known) return known
  const registry = new Registry()
  registry.setDefaultLabels({ role })
  collectDefaultMetrics({ register: registry })
  processes.set(role, registry)
  return registry
}
