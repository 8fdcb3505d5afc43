import type { Log } from '#ground/base/log.ts'

/** Events of artifacts that no response reports. */
export const artifactEvents = (log: Log) => ({
  sweepFailed: ({ error }: { error: unknown }) =>
    log.warn(
      { event: 'artifacts.sweep_failed', err: error },
      'bytes that no artifact names could not be removed, it is tried again at the next start',
    ),
  ownersNotAsked: ({ error }: { error: unknown }) =>
    log.warn(
      { event: 'artifacts.owners_not_asked', err: error },
      'artifacts of deleted accounts could not be looked for, it is tried again in an hour',
    ),
})
