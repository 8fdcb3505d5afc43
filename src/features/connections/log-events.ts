import type { Log } from '#ground/base/log.ts'

/** Log events contain no tokens, e-mails or addresses. */
export const connectionEvents = (log: Log) => ({
  journeyMoved: (e: { journey: string; hub: string | null; provider: string; state: string }) =>
    log.info({ event: 'connection.journey', ...e }, 'attempt to connect an account changed state'),
  journeyRefused: (e: { journey: string }) =>
    log.warn({ event: 'connection.refused', ...e }, 'refused a connection link of another account'),
  useNotNoted: (error: unknown) =>
    log.warn({ event: 'connection.use_not_noted', err: error }, 'failed to record the use of a connection'),
})

export type ConnectionEvents = ReturnType<typeof connectionEvents>
