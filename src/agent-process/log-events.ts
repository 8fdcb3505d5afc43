import type { Log } from '#ground/base/log.ts'

/** Log events of agent processes. No prompts, answers, inputs or variables. */
export const processEvents = (log: Log) => ({
  started: (e: { agent: string; pid: number; ms: number }) =>
    log.info({ event: 'agent-process.started', ...e }, 'agent process started'),
  /** It could not be started, or ended while a turn ran. */
  failed: (e: { reason: string }) =>
    log.warn({ event: 'agent-process.failed', ...e }, 'agent process failed'),
  stopped: (e: { reason: 'idle' | 'needed' }) =>
    log.info({ event: 'agent-process.stopped', ...e }, 'agent process stopped'),
  /** A turn was cancelled and the process did not end it in time. */
  ignoredCancel: (e: { chat: string }) =>
    log.warn({ event: 'agent-process.killed', ...e }, 'agent process ignored a cancelled turn, killed'),
  /** A stored session can't be resumed, so the conversation is sent again. */
  sessionLost: (e: { chat: string; reason: string }) =>
    log.info({ event: 'agent-process.session-lost', ...e }, 'restarted an agent session'),
  /** It requested a permission. */
  permission: (e: { chat: string; kind: string; isAllowed: boolean }) =>
    log.info({ event: 'agent-process.permission', ...e }, 'agent process requested a permission'),
  /** A call that was allowed as one of our tools never reached us. */
  imitated: (e: { chat: string }) =>
    log.warn({ event: 'agent-process.imitated', ...e }, 'agent process imitated a call of our tools'),
  /** Processes run without a file system view of their own: they can read everything the service can. */
  unconfined: (e: { reason: string }) =>
    log.warn(
      { event: 'agent-process.unconfined', ...e },
      'agent processes can read what the service can read',
    ),
  /** A line of its standard error, masked and cut. */
  said: (e: { line: string }) => log.info({ event: 'agent-process.said', ...e }, 'agent process output'),
})

export type ProcessEvents = ReturnType<typeof processEvents>
