import type { Log } from '#ground/base/log.ts'
import type { EdgeRefusal } from './refusal.ts'

export type UpstreamName = 'chatapp' | 'bridge' | 'inbound'

export const edgeEvents = (log: Log) => ({
  started: (e: { url: string; hub: string }) => log.info({ event: 'edge.started', ...e }, 'edge started'),

  stopped: (e: { cut: number }) => log.info({ event: 'edge.stopped', ...e }, 'edge stopped'),

  certificateRenewed: () =>
    log.info({ event: 'certificate.renewed' }, 'the certificate was renewed and is in use'),

  certificateUnrecorded: (e: { reason: string }) =>
    log.warn(
      { event: 'certificate.unrecorded', ...e },
      'failed to store the validity of the certificate; will retry',
    ),

  /** The edge continues with the current certificate. */
  certificateUnreadable: (e: { reason: string }) =>
    log.warn({ event: 'certificate.unreadable', ...e }, 'cannot use the changed certificate'),

  /** The edge continues with the last list of Hubs that it could read. */
  hubsUnreadable: (e: { reason: string }) =>
    log.warn({ event: 'hubs.unreadable', ...e }, 'failed to read the record of served Hubs'),

  requestRefused: (e: { method: string; reason: EdgeRefusal }) =>
    log.info({ event: 'request.refused', ...e }, 'request refused'),

  upstreamUnreachable: (e: { upstream: UpstreamName; error: string }) =>
    log.warn({ event: 'upstream.unreachable', ...e }, `${e.upstream} is not reachable`),

  upstreamReachable: (e: { upstream: UpstreamName }) =>
    log.info({ event: 'upstream.reachable', ...e }, `${e.upstream} is reachable again`),

  /** `answered`: true if the response had begun. */
  upstreamBroke: (e: { upstream: UpstreamName; error: string; answered: boolean }) =>
    log.warn(
      { event: 'upstream.broke', ...e },
      `${e.upstream} closed the connection before its answer was complete`,
    ),

  entryUnchecked: (e: { reason: string }) =>
    log.warn({ event: 'entry.unchecked', ...e }, 'failed to check a list of agents'),

  requestRepeated: (e: { upstream: UpstreamName; method: string; error: string }) =>
    log.info({ event: 'request.repeated', ...e }, 'request sent again after a lost connection'),
})

export type EdgeEvents = ReturnType<typeof edgeEvents>
