import type { Log } from '#ground/base/log.ts'
import type { SocketState } from '#features/messaging/channel.ts'
import { describeVerificationRefusal, type VerificationRefusal } from '#core/inbox/verification/refusal.ts'
import { describeProblem, type HubProblem } from '#ground/hub/hub.ts'

export const inboundEvents = (log: Log) => ({
  listening: (e: { url: string; hub: string; surfaces: readonly string[] }) =>
    log.info({ event: 'inbound.listening', ...e }, `listening on ${e.url}`),
  surfaceOff: (e: { surface: string; missing: string }) =>
    log.warn({ event: 'inbound.surface_off', ...e }, `${e.surface} is not served: ${e.missing} is not set`),
  addressRefused: (e: { path: string; reason: string }) =>
    log.error({ event: 'inbound.address_refused', ...e }, `${e.path} accepts no deliveries: ${e.reason}`),
  delivery: (e: {
    surface: string
    outcome: string
    event?: string
    bytes?: number
    ms: number
    refusal?: VerificationRefusal
  }) =>
    log.info(
      {
        event: 'inbound.delivery',
        surface: e.surface,
        outcome: e.outcome,
        ...e.refusal,
        file: e.event,
        bytes: e.bytes,
        ms: e.ms,
      },
      `delivery: ${e.outcome}${e.refusal ? `, ${describeVerificationRefusal(e.refusal)}` : ''}`,
    ),
  otherBody: (e: { surface: string; header: string; id: string }) =>
    log.warn(
      { event: 'inbound.other_body', ...e, id: e.id.slice(0, 200) },
      `ignored a delivery as a duplicate by ${e.header}, though its body differs from the stored one; if that header does not identify deliveries, set WEBHOOK_INBOUND_ID_HEADERS or id_header`,
    ),
  channelState: ({ problem, ...e }: SocketState & { surface: string }) =>
    problem === null
      ? log.info({ event: 'inbound.channel_state', ...e }, `${e.surface}: ${e.state}`)
      : log.warn({ event: 'inbound.channel_state', ...e }, `${e.surface}: ${problem}`),
  endpointsProblem: (problem: HubProblem) =>
    log.warn({ event: 'inbound.endpoints_problem', ...problem }, describeProblem(problem)),
  unknownEndpoint: () =>
    log.warn(
      { event: 'inbound.unknown_endpoint' },
      'received a delivery with a valid secret at an address without an endpoint',
    ),
  storeFailed: (e: { surface: string; error: unknown }) =>
    log.error(
      { event: 'inbound.store_failed', surface: e.surface, err: e.error },
      'failed to store a delivery',
    ),
  requestFailed: (e: { surface: string; error: unknown }) =>
    log.error({ event: 'inbound.request_failed', surface: e.surface, err: e.error }, 'request failed'),
  eventsRestored: (e: { count: number }) =>
    log.warn({ event: 'inbox.restored', ...e }, `restored ${e.count} events after a crash`),
  eventsMovedIn: (e: { count: number }) =>
    log.info(
      { event: 'inbox.moved_in', ...e },
      `moved ${e.count} events from the Hub’s folder into the database`,
    ),
  eventNotMoved: (e: { file: string }) =>
    log.warn({ event: 'inbox.left', ...e }, `did not move ${e.file}, which is not text`),
  inboxFailed: (e: { error: unknown }) =>
    log.error(
      { event: 'inbox.failed', err: e.error },
      'the inbox cannot be opened; the next delivery retries',
    ),
  journalFailed: (e: { error: unknown }) =>
    log.warn(
      { event: 'inbox.journal_failed', err: e.error },
      'the journal is unavailable: each event is synced to disk separately, which is slower',
    ),
  fileWriteFailed: (e: { error: unknown }) =>
    log.error(
      { event: 'inbox.making_failed', err: e.error },
      'failed to write files of stored events; will retry, and deliveries are refused until then',
    ),
})

export type InboundEvents = ReturnType<typeof inboundEvents>
