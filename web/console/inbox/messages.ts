import type { InboxEventDetail, InboxRefusal, InboxState } from '#core/inbox/schema.ts'
import { listed, number, texts } from '../../ui/language.ts'

export const inbox = texts('console.inbox', {
  lead: 'Deliveries from other services to a Hub, and their state. An event stays pending until a run claims it.',
  noHub: 'No Hubs with an inbox',
  noHubText: 'Managers of a Hub see its deliveries here.',
  hub: 'Hub',
  address: 'Address',
  handledBy: 'Handled by',
  handledByNothing: 'No deliveries yet',
  handledByHint: 'Handled by a task or workflow with on_webhook',
  states: {
    pending: 'Pending',
    claimed: 'Claimed',
    processed: 'Processed',
    unmatched: 'Unmatched',
    quarantined: 'Quarantined',
  } satisfies Record<InboxState, string>,
  about: {
    pending: 'Waiting for the next run',
    claimed: 'Claimed by a run',
    processed: 'Handled by a run',
    unmatched: 'No matching task or workflow',
    quarantined: 'Failed too often, or quarantined by a person',
  } satisfies Record<InboxState, string>,
  nothing: {
    pending: 'No pending events.',
    claimed: 'No events',
    processed: 'No events yet.',
    unmatched: 'None.',
    quarantined: 'No events',
  } satisfies Record<InboxState, string>,
  receiver: {
    receiving: 'Receiving',
    stopped: 'No receiver',
    off: 'No secret set',
    gone: 'No longer configured',
  },
  stopped: 'No receiver runs for this Hub',
  stoppedText: 'Restart the Hub with --webhook, or start a separate receiver:',
  off: 'Deliveries are refused until a secret is set',
  offText: 'Put a secret into the Hub’s .env, then start the Hub with --webhook:',
  gone: 'This endpoint no longer receives deliveries',
  goneText:
    'Neither WEBHOOK_INBOUND_NAME nor inbound/webhooks.yaml names this endpoint. The events that it received are kept.',
  live: 'Live',
  waiting: 'Connecting…',
  modes: { secret: 'Shared secret', hmac: 'Signature', standard: 'Standard Webhooks' },
  refused: (count: number) => `${number(count)} ${count === 1 ? 'delivery was' : 'deliveries were'} refused`,
  refusedText: 'Senders don’t see the reason. The newest refusals:',
  why_refused: {
    'no-proof': () => 'The delivery had no signature and no secret.',
    'other-proof': ({ headers }) =>
      `The delivery had authentication headers that this endpoint does not use: ${listed(headers)}. Check the endpoint’s sender or mode.`,
    'too-old': ({ seconds }) =>
      `The signature is valid, but its timestamp is ${seconds} s too old. Check the sender’s clock.`,
    'too-early': ({ seconds }) =>
      `The signature is valid, but its timestamp is ${seconds} s too far in the future. Check the clock of this machine.`,
    mismatch: () => 'The signature or secret does not match this endpoint’s secret.',
    'too-large': () => 'The body exceeds 1 MiB or the endpoint’s limit.',
    unsupported: () =>
      'The body is damaged, or compressed in a format that the Hub cannot read. Send the body uncompressed.',
  } satisfies Record<InboxRefusal['why'], (refusal: InboxRefusal) => string>,
  otherBodies: (count: number) =>
    count === 1
      ? '1 delivery was ignored as a duplicate by id, although its body differs'
      : `${number(count)} deliveries were ignored as duplicates by id, although their bodies differ`,
  otherBodiesText: (header: string) =>
    `The id was in ${header}. If that header identifies a subscription instead of an event, or comes from a proxy, events are lost: set WEBHOOK_INBOUND_ID_HEADERS in .env, or id_header in inbound/webhooks.yaml.`,
  otherBodiesLast: 'Last:',
  state: 'State',
  endpoint: 'Endpoint',
  all: (count: number) => `Show all ${number(count)}`,
  event: 'Event',
  type: 'Type',
  arrived: 'Arrived',
  size: 'Size',
  preview: 'Body',
  run: 'Run',
  attempt: (attempt: number) => `attempt ${attempt}`,
  acts: (event: string) => `Actions for ${event}`,
  open: 'Open',
  replay: 'Replay',
  replayHint: 'Store a copy as a new event',
  release: 'Release',
  quarantine: 'Quarantine…',
  releaseAll: 'Release all',
  releaseAllAsk: (events: number) =>
    `Release ${events === 1 ? 'the event' : `all ${number(events)} events`}?`,
  releaseAllText: (handlers: readonly string[]) =>
    handlers.length > 0
      ? `The events wait again, and ${listed(handlers)} ${handlers.length === 1 ? 'handles' : 'handle'} them, the oldest first.`
      : 'The events become pending again. No task or workflow handles them yet.',
  releaseAllBack: 'You can undo the release of events that no run has claimed.',
  undoRelease: 'Undo release',
  undoReleaseHint: (waiting: number, by: string) =>
    `${by} released events. Quarantine the ${number(waiting)} that no run has claimed`,
  tookBack: (events: number, kept: number) =>
    `Events in quarantine again: ${number(events)}${kept > 0 ? `; already claimed by runs: ${number(kept)}` : ''}.`,
  why: 'Reason',
  reasons: {
    waits: 'This event waits for the next run.',
    at_work: 'A run is handling this event.',
    tried_again: 'This event’s run failed and is retried automatically.',
    handled: 'A run handled this event.',
    unwanted: 'No task or workflow matched this event.',
    failed_too_often: 'The runs of this event failed too often.',
    by_hand: 'A person quarantined this event.',
  } satisfies Record<InboxEventDetail['reason'], string>,
  putBy: (who: string) => `${who} quarantined this event.`,
  runs: 'Runs',
  runOf: 'Task or workflow',
  runAttempt: 'Attempt',
  runStatus: 'Status',
  runQueued: 'When',
  replayed: 'Stored a copy as a new event.',
  released: (count: number) => `Released ${count === 1 ? 'the event' : `${count} events`}.`,
  quarantined: 'Quarantined the event.',
  quarantineTitle: 'Quarantine this event?',
  quarantineText: 'No run handles the event until it is released. The event isn’t deleted.',
  quarantineVerb: 'Quarantine',
  one: 'Event',
  missing: 'No such event',
  missingText: 'The event was removed from the Hub’s folder, or it belongs to a Hub you don’t manage.',
  query: 'Query',
  headers: 'Headers',
  contentType: 'Content type',
  file: 'File',
  body: 'Body',
  noBody: 'The body is empty.',
  tooLarge: 'This event is too large to show here. Its file is in the Hub’s folder.',
  binary: 'The body isn’t text. Its bytes are in the file, as body_base64.',
  unreadable: 'This file doesn’t contain an event.',
  copyBody: 'Copy the body',
  connect: 'Connect a sender',
  connectText: 'Copy the settings for a sender. The secret itself is never shown: it is in the Hub’s .env.',
  needs: (setting: string, file: string) => `These settings work only after you set ${setting} in ${file}.`,
  linesFor: (sender: string) => `Settings for ${sender}`,
  test: 'Send a test',
  testText: 'Signs a delivery as a sender would, and sends it to the receiver.',
  testBody: 'Body',
  testQuery: 'Query',
  testQueryHint: 'Optional, such as kind=push',
  testSend: 'Send',
  testAnswer: (status: number, answer: string) => `The receiver answered ${status} ${answer}.`,
  wait: 'Receive a test',
  waitText:
    'Shows one delivery of a sender as a task would read it. The Hub checks the delivery, but doesn’t store or handle it.',
  waitAddress: 'Test address for the sender',
  waitUntil: (time: string) => `Waiting for a delivery until ${time}…`,
  waitEnded: 'No delivery arrived in ten minutes.',
  waitAgain: 'Wait again',
  waitRefused: 'A delivery was refused',
  waitTakenBy: (name: string) => `The delivery arrived. “${name}” would handle it.`,
  waitTakenByNone: 'The delivery arrived. No task or workflow would handle it.',
  first: 'No deliveries yet',
  firstText: 'This command sends a first delivery from a terminal.',
})

/** Settings of webhook senders. Names of their menus stay English. */
export const senders = texts('console.inbox.senders', {
  hubEnv: 'the Hub’s .env',
  curl: (variable: string) => `Run this in a terminal, with ${variable} set to the Hub’s secret.`,
  github: {
    open: 'In the repository: Settings → Webhooks → Add webhook.',
    secret: (variable: string) => `Content type: application/json. Secret: the value of ${variable}.`,
    kind: 'GitHub sends the kind of event in a header. To store it, set WEBHOOK_INBOUND_KEEP_HEADERS=X-GitHub-Event.',
  },
  gitlab: {
    open: 'In the project: Settings → Webhooks → Add new webhook, with this address.',
    secret: (variable: string) =>
      `Under “Custom headers” add X-Webhook-Secret with the value of ${variable}.`,
  },
  addressOnly: {
    name: 'Stripe and similar senders',
    secret:
      'For senders without custom headers. The address contains the secret: replace SECRET with its value.',
    stored:
      'The sender’s settings, proxy logs and the stored event then contain the secret. Use a separate secret for this sender.',
  },
  standard: {
    secret: (variable: string) =>
      `Enter this address at the sender, and set ${variable} to the signing secret that the sender shows (whsec_…).`,
    who: 'Svix, Clerk, Resend and similar senders sign this way. The signature covers the timestamp and the id.',
  },
})
