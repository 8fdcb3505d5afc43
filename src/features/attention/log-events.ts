import type { Log } from '#ground/base/log.ts'

export const attentionEvents = (log: Log) => ({
  noticeTrouble: (e: { way: string; kind: string; reason: string }) =>
    log.warn({ event: 'notices.trouble', ...e }, 'failed to deliver a notice'),
  noticesFailed: ({ error }: { error: unknown }) =>
    log.error({ event: 'notices.failed', err: error }, 'failed to plan or send notices; will retry'),
})
