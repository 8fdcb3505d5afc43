import { z } from 'zod'
import { knownMembers } from '#ground/base/json/lenient-schema.ts'

/** A malformed field counts as missing, so the rest of the message can be read. */
const part = <S extends z.ZodType>(schema: S) => schema.optional().catch(undefined)

/** Ids have at most 52 bits, which a number represents exactly. */
const Id = z.int()

const User = z.object({
  id: Id,
  is_bot: z.boolean().default(false),
  first_name: z.string().default(''),
  last_name: z.string().optional(),
})
export type User = z.infer<typeof User>

const ChatBChat = z.object({
  id: Id,
  type: z.string(),
  title: z.string().optional(),
  first_name: z.string().optional(),
  last_name: z.string().optional(),
})
export type ChatBChat = z.infer<typeof ChatBChat>

/** Offsets are in UTF-16 code units. */
const Entity = z.object({ type: z.string(), offset: z.int(), length: z.int(), user: User.optional() })
export type Entity = z.infer<typeof Entity>

const File = z.object({
  file_id: z.string().min(1),
  file_size: part(z.number()),
  file_name: part(z.string()),
  mime_type: part(z.string()),
})
export type File = z.infer<typeof File>

const Photo = File.extend({ width: z.number(), height: z.number() })
const Sticker = File.extend({
  emoji: part(z.string()),
  is_animated: z.boolean().default(false),
  is_video: z.boolean().default(false),
})
const Location = z.object({ latitude: z.number(), longitude: z.number() })

const ForwardOrigin = z.object({
  sender_user: User.optional(),
  sender_user_name: z.string().optional(),
  sender_chat: ChatBChat.optional(),
  chat: ChatBChat.optional(),
})
export type ForwardOrigin = z.infer<typeof ForwardOrigin>

const Answered = z.object({
  message_id: Id,
  from: User.optional(),
  forum_topic_created: z.unknown().optional(),
})

export const ChatBMessage = z.object({
  message_id: Id,
  /** Epoch seconds. */
  date: z.number(),
  edit_date: z.number().optional(),
  chat: ChatBChat,
  from: User.optional(),
  /** Set if the author wrote in the name of a group or channel. `from` then has no meaning. */
  sender_chat: ChatBChat.optional(),
  /** Also set in reply threads that are not topics. */
  message_thread_id: Id.optional(),
  is_topic_message: z.boolean().default(false),
  is_automatic_forward: z.boolean().default(false),
  /** Even a malformed value marks the text as written by another author. */
  forward_origin: ForwardOrigin.optional().catch({}),
  /** Equal for all pictures and files of one album. */
  media_group_id: z.string().min(1).optional().catch(undefined),
  via_bot: User.optional(),
  reply_to_message: part(Answered),
  text: z.string().optional(),
  entities: knownMembers(Entity).catch([]).default([]),
  caption: z.string().optional(),
  caption_entities: knownMembers(Entity).catch([]).default([]),
  photo: part(knownMembers(Photo)),
  document: part(File),
  audio: part(File),
  video: part(File),
  video_note: part(File),
  voice: part(File),
  sticker: part(Sticker),
  location: part(Location),
  venue: part(z.object({ location: Location, title: z.string(), address: z.string() })),
  contact: part(z.object({ phone_number: z.string(), first_name: z.string(), last_name: part(z.string()) })),
  migrate_to_chat_id: Id.optional(),
  migrate_from_chat_id: Id.optional(),
})
export type ChatBMessage = z.infer<typeof ChatBMessage>

const Button = z.object({
  id: z.string().min(1),
  from: User,
  /**
   * The message with the button. If it is old, the provider sends only these fields. If the bot is not in the chat,
   * the provider sends no message.
   */
  message: ChatBMessage.pick({
    message_id: true,
    chat: true,
    message_thread_id: true,
    is_topic_message: true,
  }).optional(),
  data: z.string().optional(),
})
export type Button = z.infer<typeof Button>

const Membership = z.object({
  chat: ChatBChat,
  new_chat_member: z.object({ status: z.string(), can_send_messages: z.boolean().optional() }),
})
export type Membership = z.infer<typeof Membership>

export const Update = z.object({
  message: ChatBMessage.optional(),
  edited_message: ChatBMessage.optional(),
  callback_query: Button.optional(),
  my_chat_member: Membership.optional(),
})
export type Update = z.infer<typeof Update>

export const UPDATE_KINDS = Object.keys(Update.shape) as (keyof Update)[]
