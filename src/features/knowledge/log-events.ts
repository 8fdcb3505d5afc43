import type { Log } from '#ground/base/log.ts'

export const knowledgeEvents = (log: Log) => ({
  filesNotIndexed: (e: { reason: string }) =>
    log.warn({ event: 'knowledge.not_indexed', ...e }, 'failed to index files'),
})
