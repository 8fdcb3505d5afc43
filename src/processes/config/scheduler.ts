import { z } from 'zod'
import { parseEnvironment, whole, type Environment } from '#ground/base/environment.ts'

export const SchedulerVariables = z.object({
  SVC_TASK_MAX_WAIT: whole({ min: 0 })
    .default(900)
    .describe('Seconds a due task waits at most while the Hub answers chat'),
  SVC_WEBHOOK_MAX_ATTEMPTS: whole({ min: 1 })
    .default(10)
    .describe('Failed runs after which a batch of events is quarantined'),
  SVC_TASK_NUDGE: z
    .enum(['on', 'off'])
    .default('on')
    .describe('Check for events a second after the last stored event'),
  SVC_RUN_PARALLEL: whole({ min: 1, max: 100 })
    .default(4)
    .describe('Runs of tasks and workflows a Hub executes at the same time'),
  SVC_RUN_LEASE: whole({ min: 1, max: 3600 })
    .default(30)
    .describe('Seconds without a heartbeat of its process after which a run counts as interrupted'),
  SVC_RUN_DAYS: whole({ max: 3650 })
    .default(90)
    .describe('Days runs are kept with their steps, output and chats; 0 keeps them for ever'),
  SVC_RUN_OUTPUT_BYTES: whole({ min: 1024 * 1024 })
    .default(1024 ** 3)
    .describe('Maximum bytes of output of all runs of a Hub; the oldest is deleted first'),
})

export interface SchedulerConfig {
  maxWaitMs: number
  maxAttempts: number
  nudges: boolean
  parallel: number
  leaseMs: number
  /** 0 keeps runs for ever. */
  runDays: number
  runOutputBytes: number
}

export function readSchedulerConfig(environment: Environment): SchedulerConfig {
  const env = parseEnvironment(SchedulerVariables, environment)
  return {
    maxWaitMs: env.SVC_TASK_MAX_WAIT * 1000,
    maxAttempts: env.SVC_WEBHOOK_MAX_ATTEMPTS,
    nudges: env.SVC_TASK_NUDGE === 'on',
    parallel: env.SVC_RUN_PARALLEL,
    leaseMs: env.SVC_RUN_LEASE * 1000,
    runDays: env.SVC_RUN_DAYS,
    runOutputBytes: env.SVC_RUN_OUTPUT_BYTES,
  }
}
