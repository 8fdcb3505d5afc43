import type { Log } from '#ground/base/log.ts'

/** Log events contain no text of messages. */
export const messagingEvents = (log: Log) => ({
  answersLack: (e: { channel: string; missing: readonly string[] }) =>
    log.warn(
      { event: 'messaging.answers_lack', ...e },
      `messages of ${e.channel} are stored but not answered: set ${e.missing.join(' and ')}`,
    ),
  intakeFailed: (e: { channel: string; error: unknown }) =>
    log.error(
      { event: 'messaging.intake_failed', channel: e.channel, err: e.error },
      'failed to process deliveries; will retry',
    ),
  deliveryUnreadable: (e: { channel: string; file: string; error: unknown }) =>
    log.error(
      { event: 'messaging.delivery_unreadable', channel: e.channel, file: e.file, err: e.error },
      'set aside an unreadable delivery',
    ),
  deliveryIgnored: (e: { channel: string; file: string; why: string }) =>
    log.info({ event: 'messaging.delivery_ignored', ...e }, `ignored part of a delivery: ${e.why}`),
  received: (e: { channel: string; message: string }) =>
    log.info({ event: 'messaging.received', ...e }, 'received a message'),
  ended: (e: { channel: string; message: string; state: string; reason: string | null; ms: number }) =>
    log.info({ event: 'messaging.ended', ...e }, `message: ${e.state}`),
  answerFailed: (e: { channel: string; message: string; error: unknown }) =>
    log.warn(
      { event: 'messaging.answer_failed', channel: e.channel, message: e.message, err: e.error },
      'failed to answer a message',
    ),
  sendTrouble: (e: { channel: string; outcome: string; reason: string }) =>
    log.warn({ event: 'messaging.send_trouble', ...e }, `sending: ${e.outcome}: ${e.reason}`),
  retentionFailed: (e: { error: unknown }) =>
    log.error(
      { event: 'messaging.retention_failed', err: e.error },
      'failed to remove expired messages; will retry',
    ),
  setupsUnread: (error: unknown) =>
    log.warn(
      { event: 'messaging.setups_unread', err: error },
      'failed to read the settings of channels; will retry',
    ),
  notConnected: (error: unknown) =>
    log.error({ event: 'messaging.not_connected', err: error }, 'failed to connect channels; will retry'),
  workFailed: (e: { error: unknown }) =>
    log.error({ event: 'messaging.work_failed', err: e.error }, 'failed to process messages; will retry'),
})

export type MessagingEvents = ReturnType<typeof messagingEvents>
