import type { Log } from '#ground/base/log.ts'

/** What agent processes tell the log. No prompts, answers, inputs or variables. */
export interface ProcessEvents {
  started(e: { agent: string; pid: number; ms: number }): void
  /** It could not be started, or ended while a turn ran. */
  failed(e: { reason: string }): void
  stopped(e: { reason: 'idle' | 'needed' }): void
  /** A turn was cancelled and the process did not end it in time. */
  ignoredCancel(e: { chat: string }): void
  /** A session kept from before can't be used, so the conversation is told anew. */
  sessionLost(e: { chat: string; reason: string }): void
  /** It asked whether it may do something. */
  permission(e: { chat: string; kind: string; isAllowed: boolean }): void
  /** A call that was let through as one of our tools never came to us. */
  imitated(e: { chat: string }): void
  /** Processes run without a view of their own: what the service can read, they can. */
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
  sessionLost: (e) => log.info({ event: 'agent-process.session-lost', ...e }, 'agent session begins anew'),
  permission: (e) => log.info({ event: 'agent-process.permission', ...e }, 'agent process asked permission'),
  imitated: (e) =>
    log.warn(
      { event: 'agent-process.imitated', ...e },
      'agent process passed a call off as one of our tools',
    ),
  unconfined: (e) =>
    log.warn(
      { event: 'agent-process.unconfined', ...e },
      'agent processes can read what the service can read',
    ),
  said: (e) => log.info({ event: 'agent-process.said', ...e }, 'agent process said'),
})
