import { z } from 'zod'
import { lenient, lenientList } from '#ground/base/json/lenient-schema.ts'

/** Epoch milliseconds by the server's clock; 0 means never. */
const Time = z.number().default(0)

export const User = z.object({
  id: z.string().min(1),
  username: z.string().min(1),
  email: z.string().default(''),
  /** The server sends this field only to administrators. */
  email_verified: z.boolean().default(false),
  is_bot: z.boolean().default(false),
  delete_at: Time,
  /** Set for a person of another server in a shared channel. */
  remote_id: z.string().nullish(),
})
export type User = z.infer<typeof User>

/** `D` direct, `G` group message, `P` private, `O` open. */
export const ChatChannel = z.object({
  id: z.string().min(1),
  type: z.string(),
  display_name: z.string().default(''),
  last_post_at: Time,
})
export type ChatChannel = z.infer<typeof ChatChannel>

export const FileInfo = z.object({
  id: z.string().min(1),
  name: z.string().optional(),
  mime_type: z.string().optional(),
  size: z.number().optional(),
})

export const Post = z.object({
  id: z.string().min(1),
  channel_id: z.string().min(1),
  user_id: z.string().min(1),
  /** Id of the thread's first message; empty outside of threads. */
  root_id: z.string().default(''),
  message: z.string().default(''),
  /** Empty for a person's message. */
  type: z.string().default(''),
  create_at: Time,
  edit_at: Time,
  delete_at: Time,
  props: z.record(z.string(), z.unknown()).nullish(),
  file_ids: lenientList(z.string()),
  metadata: lenient(z.object({ files: lenientList(FileInfo), embeds: lenient(z.array(z.unknown())) })),
})
export type Post = z.infer<typeof Post>

export const PostList = z.object({
  /** Ids, newest first. */
  order: z.array(z.string()).nullable(),
  posts: z
    .record(z.string(), z.looseObject({ id: z.string(), create_at: Time }).nullable().catch(null))
    .nullable(),
})

export const Reaction = z.object({
  user_id: z.string().min(1),
  post_id: z.string().min(1),
  emoji_name: z.string(),
  create_at: Time,
})

export const MattermostError = z.object({ id: z.string(), message: z.string() })
