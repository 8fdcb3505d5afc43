import { z } from 'zod'
import { flag, parseEnvironment, whole, type Environment } from '#ground/base/environment.ts'

export const SupervisorVariables = z.object({
  SVC_PROCESSES: z
    .enum(['compact', 'split', 'single'])
    .default('compact')
    .describe('How roles map to operating-system processes'),
  SVC_BRIDGE_WORKERS: whole({ max: 1024 })
    .optional()
    .describe(
      'Processes shared by the bridges of a gateway; 0 gives each Hub its own. Default one each up to 4 Hubs, then as many as cores',
    ),
  SVC_EDGE_WORKERS: whole({ min: 1, max: 64 })
    .optional()
    .describe(
      'Processes for the edge alone; `hub restart` replaces them without a failed request. Default: the edge shares a process with the web chat',
    ),
  SVC_MAX_MEMORY_MB: whole({ max: 1024 * 1024 })
    .optional()
    .describe(
      'Megabytes that a Hub may hold beyond what every Hub needs; its process is started again then. Default 1024 in a gateway, else no limit; 0 is no limit. Not watched with SVC_PROCESSES=single',
    ),
  SVC_PARK_AFTER_MINUTES: z.coerce
    .number('expected minutes from 0 on')
    .min(0)
    .default(30)
    .describe(
      'Minutes without anything to do after which a Hub of a gateway gives back its memory until it is needed; 0 never',
    ),
  SVC_DISABLE_EDGE: flag(false).describe('Run without an edge: the web chat binds the public port'),
})

export interface SupervisorConfig {
  processes: 'compact' | 'split' | 'single'
  edge: boolean
  /** Null keeps every Hub in memory. */
  parkAfterMs: number | null
}

export function readSupervisorConfig(environment: Environment): SupervisorConfig {
  const env = parseEnvironment(SupervisorVariables, environment)
  return {
    processes: env.SVC_PROCESSES,
    edge: !env.SVC_DISABLE_EDGE,
    parkAfterMs: env.SVC_PARK_AFTER_MINUTES * 60_000 || null,
  }
}
