import type { WorkerEvents } from '#features/work/runs/execution/worker.ts'
import { firstLine } from '#ground/base/cut-text.ts'
import type { Log } from '#ground/base/log.ts'
import { isStoreUnavailable } from '#ground/store/errors.ts'

/** The log contains neither output of runs nor contents of inbox events. */
export const schedulerEvents = (log: Log) => ({
  runQueued: (e: { run: string; workflow: string; trigger: string }) =>
    log.info({ event: 'run.queued', ...e }, 'run queued'),
  slotsMissed: (e: { workflow: string; from: string; to: string; slots: number; cause: string }) =>
    log.warn({ event: 'schedule.missed', ...e }, 'missed slots of a schedule'),
  batchQuarantined: (e: { run: string; workflow: string; events: number }) =>
    log.error({ event: 'batch.quarantined', ...e }, 'quarantined events after too many failed runs'),
  eventsUnmatched: (e: { endpoint: string; events: number }) =>
    log.warn({ event: 'inbox.unmatched', ...e }, 'processed events without a matching task or workflow'),
  checkFailed: ({ workflow, error }: { workflow: string; error: unknown }) =>
    isStoreUnavailable(error) ||
    log.error({ event: 'schedule.check_failed', workflow, err: error }, 'failed to compute due schedules'),
  oldRunsKept: (error: unknown) =>
    log.warn({ event: 'runs.not_removed', err: error }, 'failed to remove old runs'),
  runResumed: (e: { run: string; workflow: string }) =>
    log.info({ event: 'run.resumed', ...e }, 'run resumed'),
  pausedUnread: (error: unknown) =>
    isStoreUnavailable(error) ||
    log.error({ event: 'runs.paused_unread', err: error }, 'failed to check paused runs'),
  watchFailed: ({ error }: { error: unknown }) =>
    log.warn(
      { event: 'inbox.unwatched', err: error },
      'failed to watch the inbox; new events wait for the next check',
    ),
})

export type SchedulerEvents = ReturnType<typeof schedulerEvents>

export const runEvents = (log: Log): WorkerEvents => ({
  runStarted: (e) => log.info({ event: 'run.started', ...e }, 'run started'),
  runEnded: (e) => log.info({ event: 'run.ended', ...e }, 'run ended'),
  runFailed: ({ reason, ...e }) =>
    log.warn({ event: 'run.failed', ...e, reason: shortReason(reason) }, `${e.workflow} failed`),
  runPaused: ({ reason, ...e }) =>
    log.warn(
      { event: 'run.paused', ...e, reason: shortReason(reason) },
      `${e.workflow} waits for its budget`,
    ),
  runInterrupted: (e) => log.warn({ event: 'run.interrupted', ...e }, 'run was interrupted'),
  runUnrecorded: ({ run, error }) =>
    log.error({ event: 'run.unrecorded', run, err: error }, 'failed to record the result of a run'),
  queueUnreadable: ({ error }) =>
    isStoreUnavailable(error) ||
    log.error({ event: 'runs.unreadable', err: error }, 'failed to read queued runs'),
})

const MAX_REASON_LENGTH = 300

const shortReason = (reason: string): string => firstLine(reason, MAX_REASON_LENGTH)
