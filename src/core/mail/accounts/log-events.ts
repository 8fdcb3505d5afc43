import type { Log } from '#ground/base/log.ts'

/** Contains ids of mails, and neither links nor texts. */
export const accountMailEvents = (log: Log) => ({
  mailTrouble: (e: { mail: string; kind: string; reason: string }) =>
    log.warn({ event: 'account_mail.trouble', ...e }, 'failed to send a mail to a person'),
  mailsFailed: ({ error }: { error: unknown }) =>
    log.error({ event: 'account_mail.failed', err: error }, 'failed to send queued mails; will retry'),
  invitedAccessMissing: (e: { account: string; reason: string }) =>
    log.warn(
      { event: 'account.invited_access_missing', ...e },
      'failed to grant the access of an accepted invitation; the Console lists it as unfinished',
    ),
})
