import type { Log } from '#ground/base/log.ts'

/** Events contain route patterns instead of addresses, and no bodies or credentials. */
export const consoleEvents = (log: Log) => ({
  requestFailed: ({ error, ...e }: { requestId: string; route: string; error: unknown }) =>
    log.error({ event: 'console.failed', ...e, err: error }, 'Console request failed'),
  exportFailed: ({ error, ...e }: { requestId: string; route: string; pieces: number; error: unknown }) =>
    log.error(
      { event: 'console.export_failed', ...e, err: error },
      'an export stopped early; the client received only a part',
    ),
  bridgeUnreached: (e: { hub: string; reason: string }) =>
    log.warn({ event: 'console.bridge_unreached', ...e }, 'the bridge of another Hub is unreachable'),
  streamFailed: ({ error, ...e }: { requestId: string; route: string; error: unknown }) =>
    log.error(
      { event: 'console.stream_failed', ...e, err: error },
      'a live view disconnected; the page reconnects',
    ),
  refreshFailed: (e: { reason: string }) =>
    log.warn({ event: 'people.refresh_failed', ...e }, 'failed to read the accounts; will retry'),
  syncFailed: (e: { reason: string }) =>
    log.warn({ event: 'people.sync_failed', ...e }, 'failed to sync access to the web chat; will retry'),
  accessDeclined: (e: { request: string; hub: string; by: string }) =>
    log.info({ event: 'access_request.declined', ...e }, 'declined a request for access'),
  endingsFailed: (e: { reason: string }) =>
    log.warn(
      { event: 'access.endings_failed', ...e },
      'failed to record an expired grant; will retry, and the access is refused meanwhile',
    ),
  endedRoleFailed: (e: { reason: string }) =>
    log.warn(
      { event: 'people.ended_role_failed', ...e },
      'failed to demote a former administrator in the web chat; will retry',
    ),
  accountHalfChanged: ({ error, ...e }: { kind: string; error: unknown }) =>
    log.error(
      { event: 'people.half_changed', ...e, err: error },
      'a change of an account is incomplete; repeat the change to finish it',
    ),
})

export type ConsoleEvents = ReturnType<typeof consoleEvents>
