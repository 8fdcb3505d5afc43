import type { Log } from '#ground/base/log.ts'

export const suspensionEvents = (log: Log) => ({
  suspended: (e: { hub: string; resumeAt: string | null }) =>
    log.info({ event: 'hub.parked', ...e }, 'suspended an idle Hub'),
  resumed: (e: { hub: string; ms: number; why: ResumeReason }) =>
    log.info({ event: 'hub.woken', ...e }, 'resumed the Hub'),
  resumeFailed: (e: { hub: string; error: unknown }) =>
    log.error({ event: 'hub.wake_failed', hub: e.hub, err: e.error }, 'failed to resume the Hub'),
  heartbeatFailed: (e: { reason: string }) =>
    log.warn(
      { event: 'worker.serving_not_noted', ...e },
      'failed to record the heartbeat of the served Hubs; will retry',
    ),
  closeFailed: (e: { hub: string; error: unknown }) =>
    log.warn(
      { event: 'hub.rest_failed', hub: e.hub, err: e.error },
      'failed to close a component of the Hub cleanly',
    ),
})

export type ResumeReason = 'request' | 'schedule' | 'folder' | 'work'
