import { z } from 'zod'
import { lenient, lenientList } from '#ground/base/json/lenient-schema.ts'

const text = z.string()
const maybe = z.string().nullish()

const File = z.looseObject({
  id: text,
  name: maybe,
  title: maybe,
  mimetype: maybe,
  filetype: maybe,
  mode: maybe,
  size: z.number().nullish(),
})

const SharedMessage = z.looseObject({
  blocks: lenient(z.array(z.unknown())),
  files: lenientList(File),
})

const TeamchatAttachment = z.looseObject({
  is_share: lenient(z.boolean()),
  is_msg_unfurl: lenient(z.boolean()),
  is_app_unfurl: lenient(z.boolean()),
  author_name: lenient(text),
  author_subname: lenient(text),
  service_name: lenient(text),
  from_url: lenient(text),
  pretext: lenient(text),
  title: lenient(text),
  text: lenient(text),
  fields: lenientList(
    z.looseObject({ title: lenient(text), value: lenient(z.union([text, z.number(), z.boolean()])) }),
  ),
  footer: lenient(text),
  fallback: lenient(text),
  files: lenientList(File),
  blocks: lenient(z.array(z.unknown())),
  message_blocks: lenientList(z.looseObject({ message: lenient(SharedMessage) })),
  attachments: lenient(z.array(z.unknown())),
})
export type TeamchatAttachment = z.infer<typeof TeamchatAttachment>
export type TeamchatFile = z.infer<typeof File>

export const TeamchatAttachments = lenientList(TeamchatAttachment)

const Profile = z.looseObject({ display_name: lenient(text), real_name: lenient(text), name: lenient(text) })

const Written = z.looseObject({
  subtype: maybe,
  user: maybe,
  team: maybe,
  user_team: maybe,
  source_team: maybe,
  bot_id: maybe,
  user_profile: lenient(Profile),
  text: maybe,
  ts: text,
  thread_ts: maybe,
  edited: lenient(z.looseObject({ ts: text })),
  files: lenientList(File),
  blocks: lenient(z.array(z.unknown())),
  attachments: TeamchatAttachments,
})
export type WrittenEvent = z.infer<typeof Written>

const inChannel = { channel: text, channel_type: maybe }

export const MessageEvent = Written.extend(inChannel)
export type MessageEvent = z.infer<typeof MessageEvent>

export const ChangedEvent = z.looseObject({
  ...inChannel,
  event_ts: maybe,
  message: Written,
  previous_message: lenient(Written),
})
export type ChangedEvent = z.infer<typeof ChangedEvent>

export const DeletedEvent = z.looseObject({
  ...inChannel,
  deleted_ts: text,
  previous_message: z.looseObject({ thread_ts: maybe }).nullish(),
})
export type DeletedEvent = z.infer<typeof DeletedEvent>

export const ReactionEvent = z.looseObject({
  user: text,
  reaction: text,
  event_ts: text,
  item: z.looseObject({ type: z.literal('message'), channel: text, ts: text }),
})
export type ReactionEvent = z.infer<typeof ReactionEvent>

/** Source: docs.slack.dev, "block_actions payload". */
export const PressPayload = z.looseObject({
  type: z.literal('block_actions'),
  team: z.looseObject({ id: text }),
  user: z.looseObject({ id: text, team_id: maybe, name: maybe }),
  container: z.looseObject({
    type: z.literal('message'),
    channel_id: text,
    message_ts: text,
    thread_ts: maybe,
  }),
  actions: z.tuple([z.looseObject({ type: z.literal('button'), value: text, action_ts: text })], z.unknown()),
})
export type PressPayload = z.infer<typeof PressPayload>

export const TeamchatPayload = z.looseObject({
  type: z.literal('event_callback'),
  team_id: text,
  event_id: maybe,
  authorizations: lenientList(z.looseObject({ user_id: maybe, is_bot: z.boolean().nullish() })),
  event: z.looseObject({ type: text, subtype: maybe }),
})
export type TeamchatPayload = z.infer<typeof TeamchatPayload>
