import type { Log } from '#ground/base/log.ts'

/** Log events contain no tokens, e-mails or addresses. */
export const connectionEvents = (log: Log) => ({
  journeyMoved: (e: { journey: string; hub: string | null; provider: string; state: string }) =>
    log.info({ event: 'connection.journey', ...e }, 'connection journey moved'),
  /** A person opened another person's journey. */
  journeyRefused: (e: { journey: string }) =>
    log.warn({ event: 'connection.refused', ...e }, 'a connection journey was opened by another account'),
  useNotNoted: (error: unknown) =>
    log.warn({ event: 'connection.use_not_noted', err: error }, 'the use of a connection was not noted'),
})

export type ConnectionEvents = ReturnType<typeof connectionEvents>
