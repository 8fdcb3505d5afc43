import type { MediaReference } from '../../incoming.ts'
import type { IncomingEvent, IncomingConversation } from '../../incoming.ts'
import { Post, Reaction } from './answers.ts'
import { isMentioned, withoutAddress } from './mention.ts'
import { findForwardedText } from './forwarded.ts'
import { Stored } from './stored.ts'

export function readMattermostPost(body: unknown): readonly IncomingEvent[] {
  const stored = Stored.safeParse(body)
  if (!stored.success) return ignored('not a delivery of this channel')
  if (stored.data.event === 'reaction_added') return readReaction(stored.data)
  const post = Post.safeParse(stored.data.subject)
  if (!post.success) return ignored('a post in a form that is not known')
  const { channel } = stored.data
  if (channel === null) return ignored('a change of a message in a channel that could not be looked up')
  return READERS[stored.data.event](post.data, { ...stored.data, channel })
}

type ChannelEvent = Stored & { channel: NonNullable<Stored['channel']> }
type Reader = (post: Post, stored: ChannelEvent) => readonly IncomingEvent[]

const READERS: Readonly<Record<Exclude<Stored['event'], 'reaction_added'>, Reader>> = {
  posted(post, stored) {
    const why = foreignness(post, stored)
    if (why !== null) return ignored(why)
    const { bot, channel } = stored
    return [
      {
        kind: 'message',
        ...written(post, stored),
        text: textOf(post, bot.username),
        media: mediaOf(post),
        replyTo: post.root_id || null,
        isAddressed: isDirect(channel) || isMentioned(post.message, bot.username),
      },
    ]
  },
  post_edited(post, stored) {
    const why = foreignness(post, stored)
    if (why !== null) return ignored(why)
    if (post.edit_at === 0) return ignored('a message was pinned or marked, not edited')
    const text = textOf(post, stored.bot.username)
    return [{ kind: 'edited', ...written(post, stored), at: post.edit_at, text }]
  },
  post_deleted: (post, { channel }) => [
    { kind: 'deleted', id: post.id, conversation: conversationOf(channel, post).id },
  ],
}

function readReaction({ subject, channel, bot }: Stored): readonly IncomingEvent[] {
  const reaction = Reaction.safeParse(subject)
  if (!reaction.success || channel === null) return ignored('a reaction that can not be placed')
  const { post_id: of, user_id, emoji_name: emoji, create_at: at } = reaction.data
  if (user_id === bot.id) return ignored('our own reaction')
  // A reaction does not name the thread of its message, so the message is treated as the start of a thread.
  const conversation = conversationOf(channel, { id: of, root_id: '' })
  const id = `${of}:${user_id}:${emoji}:${at}`
  return [{ kind: 'reaction', id, conversation, sender: { handles: [user_id], name: null }, at, of, emoji }]
}

function foreignness({ user_id, type, props, delete_at }: Post, { bot }: Stored): string | null {
  if (user_id === bot.id) return 'our own message'
  if (type !== '' && type !== 'me') return `a message of the type ${type}`
  if (delete_at > 0) return 'a message that was deleted'
  // A webhook or plugin may post with a person's user id.
  const isByProgram = PROGRAM_PROPS.some((name) => Object.hasOwn(props ?? {}, name))
  return isByProgram ? 'a message that a program wrote' : null
}

const PROGRAM_PROPS = ['from_bot', 'from_webhook', 'from_plugin'] as const

const written = (post: Post, { channel, sender_name }: ChannelEvent) => ({
  id: post.id,
  conversation: conversationOf(channel, post),
  // The user name is no handle, because it can pass to another person.
  sender: { handles: [post.user_id], name: sender_name } satisfies { handles: [string]; name: string | null },
  at: post.create_at,
})

/** All direct messages are one conversation. In channels, each thread is a conversation. */
const conversationOf = (
  channel: ChannelEvent['channel'],
  { id, root_id }: Pick<Post, 'id' | 'root_id'>,
): IncomingConversation =>
  isDirect(channel)
    ? { id: channel.id, kind: 'private', name: null }
    : { id: `${channel.id}/${root_id || id}`, kind: 'group', name: channel.display_name || null }

const isDirect = ({ type }: ChannelEvent['channel']): boolean => type === 'D'

const textOf = (post: Post, ownName: string): string =>
  [withoutAddress(post.message, ownName), ...findForwardedText(post).texts].filter(Boolean).join('\n\n')

function mediaOf(post: Post): readonly MediaReference[] {
  const shared = findForwardedText(post).files
  const ids = new Set([...(post.file_ids ?? []), ...shared.map(({ id }) => id)])
  const known = [...(post.metadata?.files ?? []), ...shared]
  return [...ids].map((id) => {
    const info = known.find((file) => file.id === id)
    return {
      id,
      filename: info?.name ?? 'file',
      contentType: info?.mime_type ?? null,
      bytes: info?.size ?? null,
    }
  })
}

const ignored = (why: string): readonly IncomingEvent[] => [{ kind: 'ignored', why }]
