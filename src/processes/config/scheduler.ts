import { z } from 'zod'
import { whole } from '#base/environment.ts'

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
    .describe('Check for events one second after one was stored'),
})
