import { z } from 'zod'
import { Filter, pageSchema, Paging, Time, Unreachable } from '#ground/api/schema.ts'

export const InboxState = z.enum(['pending', 'claimed', 'processed', 'unmatched', 'quarantined'])
export type InboxState = z.infer<typeof InboxState>

export const InboxCounts = z
  .object({
    pending: z.int(),
    claimed: z.int(),
    processed: z.int(),
    unmatched: z.int().describe('Number of events processed without a matching task or workflow'),
    quarantined: z.int(),
  })
  .meta({ id: 'InboxCounts' })
export type InboxCounts = z.infer<typeof InboxCounts>

const Hub = z.string().min(1).max(256).describe('Slug')
const EventName = z
  .string()
  .max(255)
  .regex(/^[^./\0][^/\0]*\.json$/, 'expected the name of an event file')

export const InboxRefusal = z
  .object({
    endpoint: z.string().describe('Name of the endpoint; empty for an unknown address'),
    at: Time,
    why: z
      .enum(['no-proof', 'other-proof', 'too-old', 'too-early', 'mismatch', 'too-large', 'unsupported'])
      .describe(
        '`other-proof`: the delivery had authentication headers of another kind. `too-old`, `too-early`: the signature is right, its time is outside the tolerance. `too-large`, `unsupported` (content encoding): only of deliveries to a test address',
      ),
    headers: z.array(z.string()).describe('Names of the received authentication headers, for `other-proof`'),
    seconds: z.int().nullable().describe('Seconds by which the signature’s time is outside the tolerance'),
  })
  .meta({ id: 'InboxRefusal' })
export type InboxRefusal = z.infer<typeof InboxRefusal>

export const InboxNotices = z
  .object({
    refused: z.int().describe('Number of refused deliveries'),
    refusals: z.array(InboxRefusal).describe('The most recent refusals, newest first'),
    other_bodies: z
      .int()
      .describe(
        'Deliveries that were ignored as duplicates because of their id although their bodies differ',
      ),
    last_other_body: z.object({ at: Time, header: z.string(), id: z.string() }).nullable(),
  })
  .meta({ id: 'InboxNotices' })
export type InboxNotices = z.infer<typeof InboxNotices>

export const InboxEndpoint = z
  .object({
    hub: z.string(),
    name: z.string(),
    address: z.string().describe('Path for senders'),
    mode: z
      .enum(['secret', 'hmac', 'standard'])
      .nullable()
      .describe('How senders authenticate; null for a removed endpoint'),
    secret_variable: z.string().nullable().describe('Environment variable with the endpoint’s secret'),
    state: z
      .enum(['receiving', 'stopped', 'off', 'gone'])
      .describe(
        '`off`: no secret is set. `stopped`: no receiver runs on this machine. `gone`: the endpoint is not configured any more, but its events are kept',
      ),
    handled_by: z.array(z.string()).describe('Tasks and workflows that events of the endpoint start'),
    counts: InboxCounts,
    notices: InboxNotices,
    last_release: z
      .object({
        id: z.string(),
        at: Time,
        by: z.string(),
        events: z.int(),
        waiting: z
          .int()
          .describe(
            'Number of released events that no run has claimed yet, so that their release can be undone',
          ),
      })
      .nullable()
      .describe('The newest release of all quarantined events; null once it can no longer be undone'),
  })
  .meta({ id: 'InboxEndpoint' })
export type InboxEndpoint = z.infer<typeof InboxEndpoint>

export const InboxQuery = z.strictObject({ hub: Filter })
export const InboxEndpoints = z
  .object({ items: z.array(InboxEndpoint), unreachable: Unreachable })
  .meta({ id: 'InboxEndpoints' })
export type InboxEndpoints = z.infer<typeof InboxEndpoints>

const RunStatus = z.enum(['queued', 'running', 'succeeded', 'failed', 'cancelled'])

export const InboxEvent = z
  .object({
    event: z.string().describe('Name of the event’s file'),
    hub: z.string(),
    endpoint: z.string().describe('Name of the receiving endpoint'),
    state: InboxState,
    received_at: Time,
    size: z.int().describe('Size of the event’s file in bytes'),
    preview: z.string().describe('Beginning of the body'),
    event_type: z.string().nullable().describe('Kind of the event, read from its query and body'),
    title: z.string().nullable().describe('Subject of the event, read from its body'),
    run_id: z.string().nullable().describe('Id of the last run that received the event'),
    run_status: RunStatus.nullable(),
    attempt: z.int().nullable().describe('Attempt number of that run'),
  })
  .meta({ id: 'InboxEvent' })
export type InboxEvent = z.infer<typeof InboxEvent>

export const InboxEventsQuery = z.strictObject({
  hub: Hub,
  endpoint: Filter,
  state: InboxState.optional(),
  ...Paging.shape,
})
export const InboxEventsPage = pageSchema(InboxEvent).meta({ id: 'InboxEventsPage' })
export type InboxEventsPage = z.infer<typeof InboxEventsPage>

export const InboxEventParams = z.strictObject({ event: EventName })
export const InboxEventQuery = z.strictObject({ hub: Hub })

export const EventRun = z
  .object({
    id: z.string(),
    workflow: z.string(),
    status: RunStatus,
    outcome: z.enum(['done', 'error', 'incomplete', 'cancelled']).nullable(),
    attempt: z.int(),
    repeats: z.string().nullable(),
    queued_at: Time,
    ended_at: Time.nullable(),
    error: z.string().nullable(),
  })
  .meta({ id: 'EventRun' })
export type EventRun = z.infer<typeof EventRun>

/** Secrets of senders are masked. */
export const InboxEventDetail = InboxEvent.extend({
  file: z
    .string()
    .nullable()
    .describe('Path relative to the Hub’s folder; null if the event is in the database'),
  content_type: z.string(),
  query: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  headers: z.record(z.string(), z.string()).describe('Headers that the endpoint keeps, by lower-case name'),
  body_kind: z.enum(['json', 'text', 'binary', 'unreadable']),
  body: z
    .string()
    .nullable()
    .describe(
      'Body of the event; JSON is indented, digits are unchanged. Null if the body is too large or the file is not an event',
    ),
  runs: z.array(EventRun).describe('Runs that received the event, newest first'),
  reason: z
    .enum(['waits', 'at_work', 'tried_again', 'handled', 'unwanted', 'failed_too_often', 'by_hand'])
    .describe('Reason of the event’s state'),
  put_by: z
    .string()
    .nullable()
    .describe('E-mail of the person who quarantined the event; null if no person did'),
}).meta({ id: 'InboxEventDetail' })
export type InboxEventDetail = z.infer<typeof InboxEventDetail>

export const InboxChange = z.strictObject({ hub: Hub, events: z.array(EventName).min(1).max(200) })
export type InboxChange = z.infer<typeof InboxChange>

export const InboxChanged = z
  .object({
    hub: z.string(),
    changed: z.int().describe('Number of changed events'),
    events: z.array(z.string()).describe('Names of the events after the change'),
  })
  .meta({ id: 'InboxChanged' })
export type InboxChanged = z.infer<typeof InboxChanged>

export const InboxReleaseAll = z.strictObject({ hub: Hub, endpoint: z.string().min(1).max(255) })
export const InboxReleased = z
  .object({
    hub: z.string(),
    released: z.int().describe('Number of released events'),
    release: z.string().nullable().describe('Id to undo the release; null if no event was released'),
  })
  .meta({ id: 'InboxReleased' })

export const InboxTakeBack = z.strictObject({ hub: Hub, release: z.string().min(1).max(64) })
export const InboxTakenBack = z
  .object({
    hub: z.string(),
    taken_back: z.int().describe('Number of events that are in quarantine again'),
    kept: z.int().describe('Number of events that stay released because a run has claimed or handled them'),
  })
  .meta({ id: 'InboxTakenBack' })

export const InboxTest = z.strictObject({
  hub: Hub,
  endpoint: z
    .string()
    .min(1)
    .max(255)
    .optional()
    .describe('Name of the endpoint; default the endpoint that the environment configures'),
  body: z
    .string()
    .max(64 * 1024)
    .describe('Body of the delivery, sent unchanged'),
  content_type: z
    .string()
    .max(200)
    .regex(/^[\t\x20-\x7e]*$/, 'expected what a header may hold, such as text/plain')
    .default('application/json'),
  query: z.string().max(2000).default('').describe('Query of the address, without the question mark'),
})

export type InboxTest = z.infer<typeof InboxTest>

export const InboxTested = z
  .object({
    status: z.int().describe('HTTP status of the receiver’s answer'),
    answer: z.string(),
    delivery_id: z.string(),
  })
  .meta({ id: 'InboxTested' })
export type InboxTested = z.infer<typeof InboxTested>

export const InboxLive = z
  .object({
    endpoints: z.array(z.object({ name: z.string(), counts: InboxCounts })),
    arrived: z
      .array(InboxEvent)
      .describe('Arrived events, newest first; none in the first message, then at most twenty'),
  })
  .meta({ id: 'InboxLive' })
export type InboxLive = z.infer<typeof InboxLive>

export const InboxWaitStart = z.object({ hub: Hub, endpoint: z.string().min(1).max(255) })

export const InboxWaitQuery = z.object({ hub: Hub, endpoint: z.string().min(1).max(255) })

export const InboxWait = z
  .object({
    address: z.string().describe('Test address for the sender'),
    until: Time.nullable().describe('End of the wait; null if no wait was started'),
    refusal: InboxRefusal.nullable().describe('The latest refused delivery during the wait'),
    event: z
      .string()
      .nullable()
      .describe('The delivery as a task would read it, JSON; null while no delivery arrived'),
    taken_by: z.string().nullable().describe('Task or workflow that would handle the delivery; null: none'),
  })
  .meta({ id: 'InboxWait' })
export type InboxWait = z.infer<typeof InboxWait>
