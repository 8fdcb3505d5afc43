import { z } from 'zod'
import { flag, parseEnvironment, wholeVariable, type Environment } from '#ground/base/environment.ts'

export const SupervisorVariables = z.object({
  SVC_PROCESSES: z.enum(['compact', 'split', 'single']).default('compact').describe('Processes of the roles'),
  SVC_BRIDGE_WORKERS: wholeVariable({ max: 1024 })
    .optional()
    .describe(
      'Bridge processes of a gateway; 0 is one per Hub. Default one each for up to 4 Hubs, then one per core',
    ),
  SVC_EDGE_WORKERS: wholeVariable({ min: 1, max: 64 })
    .optional()
    .describe(
      'Separate edge processes, which `hub restart` replaces without failing requests. Default: shared with the web chat',
    ),
  SVC_MAX_MEMORY_MB: wholeVariable({ max: 1024 * 1024 })
    .optional()
    .describe(
      'Memory limit of a Hub in MB; default 1024 in a gateway, else none; 0 is no limit. No effect with `SVC_PROCESSES=single`',
    ),
  SVC_PARK_AFTER_MINUTES: z.coerce
    .number('expected minutes from 0 on')
    .min(0)
    .default(30)
    .describe('Idle minutes until a Hub of a gateway is suspended; 0 never'),
  SVC_DISABLE_EDGE: flag(false).describe('Run without edge; the web chat uses the public port'),
})

export interface SupervisorConfig {
  processes: 'compact' | 'split' | 'single'
  edge: boolean
  /** Null: Hubs are never suspended. */
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
