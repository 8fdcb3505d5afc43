import type { Log } from '#ground/base/log.ts'

/** Log events of confirmed calls. No inputs or results. */
export interface CallEvents {
  callEnded(e: { request: string; tool: string; outcome: string; ms: number }): void
  callsInterrupted(e: { count: number }): void
  callsUnreadable(e: { reason: string }): void
}

export const callEvents = (log: Log): CallEvents => ({
  callEnded: (e) => log.info({ event: 'confirmed_call.ended', ...e }, 'confirmed tool call ended'),
  callsInterrupted: (e) =>
    log.warn(
      { event: 'confirmed_call.interrupted', ...e },
      'confirmed tool calls were interrupted; they are not run again',
    ),
  callsUnreadable: (e) =>
    log.warn({ event: 'confirmed_call.unreadable', ...e }, 'confirmed calls can’t be read'),
})
