import type { Log } from '#ground/base/log.ts'

/** Log events of connections. No tokens, e-mails or addresses. */
export interface ConnectionEvents {
  journeyMoved(e: { journey: string; hub: string | null; provider: string; state: string }): void
  /** A person opened another person's journey. */
  journeyRefused(e: { journey: string }): void
  useNotNoted(error: unknown): void
}

export const connectionEvents = (log: Log): ConnectionEvents => ({
  journeyMoved: (e) => log.info({ event: 'connection.journey', ...e }, 'connection journey moved'),
  journeyRefused: (e) =>
    log.warn({ event: 'connection.refused', ...e }, 'a connection journey was opened by another account'),
  useNotNoted: (error) =>
    log.warn({ event: 'connection.use_not_noted', err: error }, 'the use of a connection was not noted'),
})
