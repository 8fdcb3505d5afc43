import { z } from 'zod'
import type { ExecutionLimits } from '#features/work/executing.ts'
import { parseEnvironment, wholeVariable, type Environment } from '#ground/base/environment.ts'

export const SchedulerVariables = z.object({
  SVC_TASK_MAX_WAIT: wholeVariable({ min: 0 })
    .default(900)
    .describe('Maximum seconds that a due task waits for running answers'),
  SVC_WEBHOOK_MAX_ATTEMPTS: wholeVariable({ min: 1 })
    .default(10)
    .describe('Number of failed runs after which a batch is quarantined'),
  SVC_TASK_NUDGE: z
    .enum(['on', 'off'])
    .default('on')
    .describe(
      'When webhook events start tasks: a second after the last event (`on`), or at the scheduler’s next check (`off`)',
    ),
  SVC_RUN_PARALLEL: wholeVariable({ min: 1, max: 100 })
    .default(4)
    .describe('Maximum number of parallel runs of a Hub'),
  SVC_RUN_LEASE: wholeVariable({ min: 1, max: 3600 })
    .default(30)
    .describe(
      'Duration of a run’s lease in seconds; if the lease is not renewed, another process takes over the run',
    ),
  SVC_RUN_DAYS: wholeVariable({ max: 3650 })
    .default(90)
    .describe('Retention of runs with output and chats in days; 0 keeps all'),
  SVC_RUN_OUTPUT_BYTES: wholeVariable({ min: 1024 * 1024 })
    .default(1024 ** 3)
    .describe('Maximum bytes of run output that a Hub stores; the oldest output is removed first'),
})

export function readSchedulerConfig(environment: Environment): ExecutionLimits {
  const env = parseEnvironment(SchedulerVariables, environment)
  return {
    maxDelayWhileAnsweringMs: env.SVC_TASK_MAX_WAIT * 1000,
    maxAttempts: env.SVC_WEBHOOK_MAX_ATTEMPTS,
    isCheckedOnArrival: env.SVC_TASK_NUDGE === 'on',
    parallel: env.SVC_RUN_PARALLEL,
    leaseMs: env.SVC_RUN_LEASE * 1000,
    runDays: env.SVC_RUN_DAYS,
    runOutputBytes: env.SVC_RUN_OUTPUT_BYTES,
  }
}
