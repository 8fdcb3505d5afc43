import type { Log } from '#ground/base/log.ts'

export const artifactEvents = (log: Log) => ({
  sweepFailed: ({ error }: { error: unknown }) =>
    log.warn(
      { event: 'artifacts.sweep_failed', err: error },
      'failed to remove unreferenced files; will retry at the next start',
    ),
  ownerCheckFailed: ({ error }: { error: unknown }) =>
    log.warn(
      { event: 'artifacts.owners_not_asked', err: error },
      'failed to check for artifacts of deleted accounts; will retry in an hour',
    ),
})
