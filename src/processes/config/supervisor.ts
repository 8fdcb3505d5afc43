import { z } from 'zod'
import { flag, parseEnvironment, wholeVariable, type Environment } from '#ground/base/environment.ts'

export const SupervisorVariables = z.object({
  SVC_PROCESSES: z
    .enum(['compact', 'split', 'single'])
    .default('compact')
    .describe('Distribution of the [roles](architecture.md#roles-and-ports) over processes'),
  SVC_BRIDGE_WORKERS: wholeVariable({ max: 1024 })
    .optional()
    .describe('Number of bridge processes of a [gateway](gateway.md#processes); 0 is one per Hub'),
  SVC_EDGE_WORKERS: wholeVariable({ min: 1, max: 64 })
    .optional()
    .describe(
      'Number of [edge processes](gateway.md#replace-the-edge-without-downtime); default: edge and web chat share one process',
    ),
  SVC_MAX_MEMORY_MB: wholeVariable({ max: 1024 * 1024 })
    .optional()
    .describe('Memory limit of a Hub in MB; 0 is no limit; default 1024 in a gateway, else none'),
  SVC_PARK_AFTER_MINUTES: z.coerce
    .number('expected a number of minutes, at least 0')
    .min(0)
    .default(30)
    .describe('Idle minutes until a Hub of a gateway is suspended; 0 suspends none'),
  SVC_DISABLE_EDGE: flag(false).describe('Run without the edge; the web chat listens on `PORT` instead'),
})

export interface SupervisorConfig {
  processes: 'compact' | 'split' | 'single'
  edge: boolean
  /** If null, Hubs are never suspended. */
  suspendAfterMs: number | null
}

export function readSupervisorConfig(environment: Environment): SupervisorConfig {
  const env = parseEnvironment(SupervisorVariables, environment)
  return {
    processes: env.SVC_PROCESSES,
    edge: !env.SVC_DISABLE_EDGE,
    suspendAfterMs: env.SVC_PARK_AFTER_MINUTES * 60_000 || null,
  }
}
