import type { Log } from '#ground/base/log.ts'

/** Log events contain no inputs or results. */
export const callEvents = (log: Log) => ({
  callEnded: (e: { request: string; tool: string; outcome: string; ms: number }) =>
    log.info({ event: 'confirmed_call.ended', ...e }, 'confirmed tool call ended'),
  callsInterrupted: (e: { count: number }) =>
    log.warn(
      { event: 'confirmed_call.interrupted', ...e },
      'confirmed tool calls were interrupted; they are not run again',
    ),
  turnNotKept: (e: { request: string; reason: string }) =>
    log.warn({ event: 'question.turn_not_kept', ...e }, 'failed to store the turn of a question'),
  callsUnreadable: (e: { reason: string }) =>
    log.warn({ event: 'confirmed_call.unreadable', ...e }, 'failed to read confirmed calls'),
})

export type CallEvents = ReturnType<typeof callEvents>
