import type { Clock } from '#ground/base/clock.ts'
import type { Log } from '#ground/base/log.ts'

const QUIET_MS = 60_000

export const telemetryEvents = (log: Log, clock: Pick<Clock, 'now'>) => {
  const dropped = new Map<string, { count: number; loggedAt: number }>()
  let notWrittenLoggedAt = -Infinity
  return {
    spansDropped({ count, reason }: { count: number; reason: string }) {
      const kind = dropped.get(reason) ?? { count: 0, loggedAt: -Infinity }
      kind.count += count
      dropped.set(reason, kind)
      if (clock.now() - kind.loggedAt < QUIET_MS) return
      log.warn({ event: 'spans.dropped', reason, count: kind.count }, 'dropped spans')
      dropped.set(reason, { count: 0, loggedAt: clock.now() })
    },

    spansNotWritten({ error }: { error: unknown }) {
      if (clock.now() - notWrittenLoggedAt < QUIET_MS) return
      notWrittenLoggedAt = clock.now()
      log.warn({ event: 'spans.not_written', err: error }, 'failed to write spans; will retry')
    },

    oldTracesKept: (error: unknown) =>
      log.warn({ event: 'traces.not_removed', err: error }, 'failed to remove old traces'),

    endpointUnreachable: (e: { reason: string }) =>
      log.warn({ event: 'otel.unreachable', ...e }, 'trace endpoint is unreachable or refuses traces'),

    endpointReachable: () => log.info({ event: 'otel.reachable' }, 'trace endpoint accepts traces again'),

    intakeFailed: (e: { error: unknown }) =>
      log.error({ event: 'otel.intake_failed', err: e.error }, 'failed to process traces'),
  }
}

export type TelemetryEvents = ReturnType<typeof telemetryEvents>
