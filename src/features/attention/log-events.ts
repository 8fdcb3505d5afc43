import type { Log } from '#ground/base/log.ts'

export const attentionEvents = (log: Log) => ({
  noticeTrouble: (e: { way: string; kind: string; reason: string }) =>
    log.warn({ event: 'notices.trouble', ...e }, 'failed to deliver a notice'),
  quarantineUncounted: (e: { reason: string }) =>
    log.warn(
      { event: 'inbox.quarantine_uncounted', ...e },
      'failed to store the number of quarantined events; will retry',
    ),
  noticesFailed: ({ error }: { error: unknown }) =>
    log.error({ event: 'notices.failed', err: error }, 'failed to plan or send notices; will retry'),
})
