import { z } from 'zod'
import { CHANNEL_NAMES } from '#ground/hub/channels.ts'
import { Filter, checkSpan, pageSchema, Paging, TimeSpan, Time, Unreachable } from '#ground/api/schema.ts'

const Hub = z.string().min(1).max(256).describe('Slug')
const Channel = z.enum(CHANNEL_NAMES)

/**
 * - `received`: waits for its answer
 * - `answering`: the agent writes the answer
 * - `sending`: the answer is complete and being sent
 * - `sent`: the provider accepted the whole answer
 * - `unknown`: a part of the answer may or may not have arrived
 * - `failed`: the agent could not answer, or the answer could not be sent
 * - `refused`: the sender may not use the Hub
 * - `stopped`: the sender stopped the answer
 * - `noted`: the message was not for the Hub, and is kept as context
 */
export const ChannelMessageState = z.enum([
  'received',
  'answering',
  'sending',
  'sent',
  'unknown',
  'failed',
  'refused',
  'stopped',
  'noted',
])
export type ChannelMessageState = z.infer<typeof ChannelMessageState>

export const ChannelMessageView = z
  .object({
    id: z.string(),
    hub: z.string(),
    channel: Channel,
    conversation: z.string().describe('Id of the conversation in the channel'),
    handle: z.string().describe('Permanent id of the sender at the provider'),
    sender: z.string().nullable().describe('Name that the sender chose'),
    email: z.string().nullable().describe('Account on whose behalf the message was answered'),
    preview: z.string().describe('Beginning of the text'),
    files: z.int(),
    state: ChannelMessageState,
    reason: z.string().nullable(),
    received_at: Time,
    ended_at: Time.nullable(),
  })
  .meta({ id: 'Message' })
export type ChannelMessageView = z.infer<typeof ChannelMessageView>

export const MessagesQuery = z
  .strictObject({
    hub: Hub,
    channel: Channel.optional(),
    state: ChannelMessageState.optional(),
    search: Filter.describe('Only messages with this text in their text, sender or account'),
    ...TimeSpan.shape,
    ...Paging.shape,
  })
  .check(checkSpan)
export const MessagesPage = pageSchema(ChannelMessageView).meta({ id: 'MessagesPage' })

export const MessageParams = z.strictObject({ message: z.string().max(64) })
export const MessageQuery = z.strictObject({ hub: Hub })

const SentPart = z.object({
  text: z.string(),
  state: z.enum(['waiting', 'sending', 'sent', 'failed', 'unknown']),
  reason: z.string().nullable(),
  attempts: z.int(),
  sent_at: Time.nullable(),
  delivered_at: Time.nullable().describe('Time of delivery; null if the provider did not report it'),
  read_at: Time.nullable(),
})

export const MessageDetail = ChannelMessageView.extend({
  text: z.string(),
  media: z.array(z.object({ filename: z.string(), content_type: z.string().nullable() })),
  answer: z.string().nullable(),
  attempts: z.int(),
  sent: z.array(
    z.object({
      cause: z.enum(['answer', 'notice', 'result']),
      state: z.enum(['waiting', 'sent', 'failed', 'unknown']),
      parts: z.array(SentPart),
    }),
  ),
}).meta({ id: 'MessageDetail' })
export type MessageDetail = z.infer<typeof MessageDetail>

export const SendAgain = z.strictObject({ hub: Hub, messages: z.array(z.string().max(64)).min(1).max(200) })
export const SentAgain = z
  .object({ hub: z.string(), changed: z.int().describe('Number of messages that are sent again') })
  .meta({ id: 'MessagesSentAgain' })

export const ChannelView = z
  .object({
    hub: z.string(),
    name: Channel,
    option: z.string().describe('Option of `hub run` and `hub inbound`, also a value of `SVC_INBOUND`'),
    address: z
      .string()
      .nullable()
      .describe('Webhook address for the provider; null if the Hub connects to the provider'),
    missing: z.array(z.string()).describe('Variables to set for receiving messages'),
    missing_to_answer: z.array(z.string()).describe('Variables to set for answering messages'),
    last_heard_at: Time.nullable(),
    counts: z.record(ChannelMessageState, z.int()).describe('Number of messages by state'),
  })
  .meta({ id: 'Channel' })
export type ChannelView = z.infer<typeof ChannelView>

export const ChannelsQuery = z.strictObject({ hub: Filter })
export const ChannelsPage = z
  .object({ items: z.array(ChannelView), unreachable: Unreachable })
  .meta({ id: 'Channels' })

/**
 * - `waiting`: not yet sent, or waiting for another attempt
 * - `sent`: the provider accepted all of it
 * - `delivered`: the provider reported its arrival
 * - `unknown`: a part may or may not have arrived
 * - `failed`: could not be sent
 * - `refused`: the recipient may not use the Hub
 */
export const DeliveryState = z.enum(['waiting', 'sent', 'delivered', 'unknown', 'failed', 'refused'])
export type DeliveryState = z.infer<typeof DeliveryState>

export const DeliveryView = z
  .object({
    id: z.string(),
    by: z.enum([...Channel.options, 'chat', 'webhook']).describe('`chat`: the web chat'),
    to: z.string().describe('Target as written in `deliver`; for a webhook only the origin'),
    state: DeliveryState,
    reason: z.string().nullable(),
    attempts: z.int().describe('Highest number of attempts among the parts'),
    created_at: Time,
    due_at: Time.nullable().describe('For a waiting delivery: time of the next attempt'),
    sent_at: Time.nullable(),
    delivered_at: Time.nullable().describe('Time of delivery; null if the provider did not report it'),
  })
  .meta({ id: 'Delivery' })
export type DeliveryView = z.infer<typeof DeliveryView>

export const DeliveriesQuery = z.strictObject({ hub: Hub, run_id: z.string().min(1).max(512) })
export const ResultDeliveries = z.object({ items: z.array(DeliveryView) }).meta({ id: 'Deliveries' })

export const DeliverAgain = z.strictObject({
  hub: Hub,
  deliveries: z.array(z.string().max(64)).min(1).max(200),
})
export const DeliveredAgain = z
  .object({ hub: z.string(), changed: z.int().describe('Number of deliveries that are sent again') })
  .meta({ id: 'DeliveredAgain' })
