import type { Log } from '#ground/base/log.ts'

/** Log events of the Console API. Addresses are logged as patterns, bodies and credentials never. */
export const consoleEvents = (log: Log) => ({
  requestFailed: ({ error, ...e }: { requestId: string; route: string; error: unknown }) =>
    log.error({ event: 'console.failed', ...e, err: error }, 'Console request failed'),
  /** @param pieces Number of sent parts of the file. */
  exportFailed: ({ error, ...e }: { requestId: string; route: string; pieces: number; error: unknown }) =>
    log.error(
      { event: 'console.export_failed', ...e, err: error },
      'an export broke off, whoever asked got a part of it',
    ),
  bridgeUnreached: (e: { hub: string; reason: string }) =>
    log.warn(
      { event: 'console.bridge_unreached', ...e },
      'the bridge of another Hub could not be asked, the Console says so',
    ),
  streamFailed: ({ error, ...e }: { requestId: string; route: string; error: unknown }) =>
    log.error(
      { event: 'console.stream_failed', ...e, err: error },
      'a live view broke off, the page asks again',
    ),
  refreshFailed: (e: { reason: string }) =>
    log.warn({ event: 'people.refresh_failed', ...e }, 'the accounts could not be read, it is tried again'),
  syncFailed: (e: { reason: string }) =>
    log.warn({ event: 'people.sync_failed', ...e }, 'the web chat is not in step, it is tried again'),
  accessDeclined: (e: { request: string; hub: string; by: string }) =>
    log.info({ event: 'access_request.declined', ...e }, 'somebody who asked for access was declined'),
  endingsFailed: (e: { reason: string }) =>
    log.warn(
      { event: 'access.endings_failed', ...e },
      'access that is over could not be recorded, it is tried again; it is refused all the same',
    ),
  endedRoleFailed: (e: { reason: string }) =>
    log.warn(
      { event: 'people.ended_role_failed', ...e },
      'whose administration ended is an administrator of the web chat still, it is tried again',
    ),
  accountHalfChanged: ({ error, ...e }: { kind: string; error: unknown }) =>
    log.error(
      { event: 'people.half_changed', ...e, err: error },
      'a change of an account reached one side only, repeating it finishes it',
    ),
})

export type ConsoleEvents = ReturnType<typeof consoleEvents>
