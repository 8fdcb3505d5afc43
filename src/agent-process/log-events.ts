import type { Log } from '#ground/base/log.ts'

/** Log events of agent processes. They contain no prompts, answers, inputs or variables. */
export const processEvents = (log: Log) => ({
  started: (e: { agent: string; pid: number; ms: number }) =>
    log.info({ event: 'agent-process.started', ...e }, 'agent process started'),
  failed: (e: { reason: string }) =>
    log.warn({ event: 'agent-process.failed', ...e }, 'agent process failed'),
  stopped: (e: { reason: 'idle' | 'needed' }) =>
    log.info({ event: 'agent-process.stopped', ...e }, 'agent process stopped'),
  ignoredCancel: (e: { chat: string }) =>
    log.warn(
      { event: 'agent-process.killed', ...e },
      'killed an agent process that ignored a cancelled turn',
    ),
  sessionLost: (e: { chat: string; reason: string }) =>
    log.info({ event: 'agent-process.session-lost', ...e }, 'restarted an agent session'),
  permission: (e: { chat: string; kind: string; isAllowed: boolean }) =>
    log.info({ event: 'agent-process.permission', ...e }, 'agent process requested a permission'),
  imitated: (e: { chat: string }) =>
    log.warn({ event: 'agent-process.imitated', ...e }, 'agent process imitated a call of the Hub’s tools'),
  unconfined: (e: { reason: string }) =>
    log.warn(
      { event: 'agent-process.unconfined', ...e },
      'agent processes can read every file that the service can read',
    ),
  /** A line of the process's output, shortened and with masked secrets. */
  outputLine: (e: { line: string }) =>
    log.info({ event: 'agent-process.said', ...e }, 'agent process output'),
})

export type ProcessEvents = ReturnType<typeof processEvents>
