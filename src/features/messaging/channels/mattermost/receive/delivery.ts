import type { SocketContext } from '../../../channel.ts'
import { Post, Reaction, type ChatChannel, type User } from '../answers.ts'
import type { Stored } from '../stored.ts'
import type { ServerEvent } from './socket.ts'

export interface MattermostDelivery {
  id: string
  channelId: string
  authorId: string
  postId: string | null
  /** Null if the event does not contain the channel. */
  channel: Stored['channel']
  body: Pick<Stored, 'event' | 'sender_name' | 'subject'>
}

export const deliveryOf = (event: ServerEvent): MattermostDelivery | null =>
  READERS.get(event.event)?.(event) ?? null

export const postDelivery = (subject: unknown, channel: ChatChannel): MattermostDelivery | null => {
  const post = Post.safeParse(subject)
  return post.success ? newPost(post.data, subject, storedChannel(channel), null) : null
}

export const storedChannel = ({ id, type, display_name }: ChatChannel): NonNullable<Stored['channel']> => ({
  id,
  type,
  display_name,
})

export const encodeDelivery = (
  { id, body }: MattermostDelivery,
  channel: Stored['channel'],
  bot: Pick<User, 'id' | 'username'>,
): Parameters<SocketContext['store']>[0] => {
  const stored: Stored = { bot: { id: bot.id, username: bot.username }, channel, ...body }
  return { id, body: Buffer.from(JSON.stringify(stored)) }
}

const READERS: ReadonlyMap<string, (event: ServerEvent) => MattermostDelivery | null> = new Map([
  [
    'posted',
    ({ data }) => {
      const [post, subject] = inner(Post, data.post)
      if (!post) return null
      const { channel_type: type, channel_display_name: name, sender_name: sender } = data
      const channel =
        typeof type === 'string'
          ? { id: post.channel_id, type, display_name: typeof name === 'string' ? name : '' }
          : null
      return newPost(post, subject, channel, typeof sender === 'string' ? sender : null)
    },
  ],
  [
    'post_edited',
    ({ data }) => changedPost('post_edited', data.post, (post) => `${post.id}:edited:${post.edit_at}`),
  ],
  ['post_deleted', ({ data }) => changedPost('post_deleted', data.post, (post) => `${post.id}:deleted`)],
  [
    'reaction_added',
    ({ data, broadcast }) => {
      const [reaction, subject] = inner(Reaction, data.reaction)
      const channelId = broadcast.channel_id
      if (!reaction || !channelId) return null
      const { post_id, user_id, emoji_name, create_at: at } = reaction
      const id = `${post_id}:${user_id}:${emoji_name}:${at}`
      const body = { event: 'reaction_added', sender_name: null, subject } as const
      return { id, channelId, authorId: user_id, postId: null, channel: null, body }
    },
  ],
])

const newPost = (
  post: Post,
  subject: unknown,
  channel: Stored['channel'],
  sender: string | null,
): MattermostDelivery => ({
  id: post.id,
  channelId: post.channel_id,
  authorId: post.user_id,
  postId: post.id,
  channel,
  body: { event: 'posted', sender_name: sender, subject },
})

function changedPost(
  event: 'post_edited' | 'post_deleted',
  text: unknown,
  idOf: (post: Post) => string,
): MattermostDelivery | null {
  const [post, subject] = inner(Post, text)
  if (!post) return null
  const body = { event, sender_name: null, subject }
  return {
    id: idOf(post),
    channelId: post.channel_id,
    authorId: post.user_id,
    postId: null,
    channel: null,
    body,
  }
}

/** In an event, the post or reaction is a JSON string. */
function inner<T>(
  schema: { safeParse(value: unknown): { success: true; data: T } | { success: false } },
  text: unknown,
): [T, unknown] | [null, null] {
  try {
    const subject: unknown = JSON.parse(String(text))
    const parsed = schema.safeParse(subject)
    return parsed.success ? [parsed.data, subject] : [null, null]
  } catch {
    return [null, null]
  }
}
