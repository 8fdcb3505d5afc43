import type { Log } from '#ground/base/log.ts'

/** Log events of agent processes. No prompts, answers, inputs or variables. */
export interface ProcessEvents {
  started(e: { agent: string; pid: number; ms: number }): void
  /** It could not be started, or ended while a turn ran. */
  failed(e: { reason: string }): void
  stopped(e: { reason: 'idle' | 'needed' }): void
  /** A turn was cancelled and the process did not end it in time. */
  ignoredCancel(e: { chat: string }): void
  /** A stored session can't be resumed, so the conversation is sent again. */
  sessionLost(e: { chat: string; reason: string }): void
  /** It requested a permission. */
  permission(e: { chat: string; kind: string; isAllowed: boolean }): void
  /** A call that was allowed as one of our tools never reached us. */
  imitated(e: { chat: string }): void
  /** Processes run without a file system view of their own: they can read everything the service can. */
  unconfined(e: { reason: string }): void
  /** A line of its standard error, masked and cut. */
  said(e: { line: string }): void
}

export const processEvents = (log: Log): ProcessEvents => ({
  started: (e) => log.info({ event: 'agent-process.started', ...e }, 'agent process started'),
  failed: (e) => log.warn({ event: 'agent-process.failed', ...e }, 'agent process failed'),
  stopped: (e) => log.info({ event: 'agent-process.stopped', ...e }, 'agent process stopped'),
  ignoredCancel: (e) =>
    log.warn({ event: 'agent-process.killed', ...e }, 'agent process ignored a cancelled turn, killed'),
  sessionLost: (e) => log.info({ event: 'agent-process.session-lost', ...e }, 'restarted an agent session'),
  permission: (e) =>
    log.info({ event: 'agent-process.permission', ...e }, 'agent process requested a permission'),
  imitated: (e) =>
    log.warn({ event: 'agent-process.imitated', ...e }, 'agent process imitated a call of our tools'),
  unconfined: (e) =>
    log.warn(
      { event: 'agent-process.unconfined', ...e },
      'agent processes can read what the service can read',
    ),
  said: (e) => log.info({ event: 'agent-process.said', ...e }, 'agent process output'),
})
