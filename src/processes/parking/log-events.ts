import type { Log } from '#ground/base/log.ts'

/** Log events of an idle Hub. */
export const parkingEvents = (log: Log) => ({
  parked: (e: { hub: string; wakeAt: string | null }) =>
    log.info({ event: 'hub.parked', ...e }, 'nothing happens in this Hub, it is asleep until something does'),
  woken: (e: { hub: string; ms: number; why: WakeReason }) =>
    log.info({ event: 'hub.woken', ...e }, 'the Hub is awake'),
  wakeFailed: (e: { hub: string; error: unknown }) =>
    log.error({ event: 'hub.wake_failed', hub: e.hub, err: e.error }, 'the Hub could not be woken'),
  servingNotNoted: (e: { reason: string }) =>
    log.warn(
      { event: 'worker.serving_not_noted', ...e },
      'other processes were not told which Hubs are served here, they are told again',
    ),
  restFailed: (e: { hub: string; error: unknown }) =>
    log.warn(
      { event: 'hub.rest_failed', hub: e.hub, err: e.error },
      'something of the Hub did not close well',
    ),
})

export type WakeReason = 'request' | 'schedule' | 'folder' | 'work'
