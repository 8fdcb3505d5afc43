import { readButtonValue } from '../../buttons.ts'
import type { IncomingEvent, IncomingConversation, MessageAuthor } from '../../incoming.ts'
import { isAddressed, withoutOwnName, type Bot } from './addressed.ts'
import { filesOf } from './files.ts'
import { buttonName, chatBConversation, chatBMessageName } from './names.ts'
import { readMessageText } from './text.ts'
import {
  Update,
  type Button,
  type ChatBChat,
  type Membership,
  type ChatBMessage,
  type User,
} from './updates.ts'

/** @param at Time of receipt, because the provider sends no time for a pressed button. */
export function readChatBUpdate(
  body: unknown,
  { bot, at }: { bot: Bot; at: number },
): readonly IncomingEvent[] {
  const parsed = Update.safeParse(body)
  if (!parsed.success)
    return ignored(
      `it does not look like an update: ${parsed.error.issues[0]!.path.join('.') || 'no object'}`,
    )
  const { message, edited_message: edited, callback_query: button, my_chat_member: membership } = parsed.data
  if (message) return readMessage(message, bot)
  if (edited) return readEdited(edited, bot)
  if (button) return readButton(button, at)
  if (membership) return readMembership(membership)
  const kinds = Object.keys(body as object).filter((key) => key !== 'update_id')
  return ignored(`nothing is done about ${kinds.join(', ') || 'an empty update'}`)
}

const ignored = (why: string): readonly IncomingEvent[] => [{ kind: 'ignored', why }]

function readMessage(message: ChatBMessage, bot: Bot): readonly IncomingEvent[] {
  const { chat, migrate_to_chat_id: into, migrate_from_chat_id: before } = message
  if (into !== undefined) return moved(chat.id, into)
  if (before !== undefined) return moved(before, chat.id)
  const written = writtenIn(message)
  if (typeof written === 'string') return ignored(written)
  const text = withoutOwnName(readMessageText(message) ?? '', message, bot)
  const media = filesOf(message)
  if (text === '' && media.length === 0) return ignored('it holds neither text nor a file')
  const reply = message.reply_to_message
  const isReply = reply !== undefined && !reply.forum_topic_created
  return [
    {
      kind: 'message',
      ...written,
      at: message.date * 1000,
      text,
      media,
      replyTo: isReply ? chatBMessageName(chat.id, reply.message_id) : null,
      isAddressed: chat.type === 'private' || isAddressed(message, bot),
      ...(message.media_group_id && { album: message.media_group_id }),
    },
  ]
}

function readEdited(message: ChatBMessage, bot: Bot): readonly IncomingEvent[] {
  const written = writtenIn(message)
  if (typeof written === 'string') return ignored(written)
  const text = readMessageText(message)
  if (text === null) return ignored('what changed is not its text')
  const at = (message.edit_date ?? message.date) * 1000
  return [{ kind: 'edited', ...written, at, text: withoutOwnName(text, message, bot) }]
}

function writtenIn(
  message: ChatBMessage,
): string | { id: string; conversation: IncomingConversation; sender: MessageAuthor } {
  const { chat, message_id: number } = message
  if (chat.type === 'channel') return 'it stands in a channel'
  if (message.is_automatic_forward) return 'it was copied from a channel'
  if (number === 0) return 'it has no lasting id'
  const sender = senderOf(message)
  if (sender === null) return 'no person wrote it'
  return { id: chatBMessageName(chat.id, number), conversation: conversationIn(message), sender }
}

/**
 * A message in the name of a chat hides its author. The prefix `sender_chat:` keeps the chat's id different from
 * every person's numeric handle.
 */
function senderOf({
  from,
  sender_chat: inNameOf,
}: Pick<ChatBMessage, 'from' | 'sender_chat'>): MessageAuthor | null {
  if (inNameOf) return { handles: [`sender_chat:${inNameOf.id}`], name: inNameOf.title ?? null }
  return from === undefined || from.is_bot ? null : personOf(from)
}

const personOf = (user: User): MessageAuthor => ({ handles: [String(user.id)], name: nameOf(user) })

const nameOf = ({
  first_name: first,
  last_name: last,
}: Pick<ChatBChat, 'first_name' | 'last_name'>): string | null =>
  [first, last].filter(Boolean).join(' ') || null

function conversationIn({
  chat,
  message_thread_id: thread,
  is_topic_message: isTopic,
}: Pick<ChatBMessage, 'chat' | 'message_thread_id' | 'is_topic_message'>): IncomingConversation {
  const topic = isTopic && thread !== undefined ? thread : null
  const isPrivate = chat.type === 'private'
  return {
    id: chatBConversation({ chat: chat.id, topic }),
    kind: isPrivate ? 'private' : 'group',
    name: isPrivate ? nameOf(chat) : (chat.title ?? null),
  }
}

function readButton({ id, from, message, data }: Button, at: number): readonly IncomingEvent[] {
  if (!message || message.chat.type === 'channel') return ignored('the button stands in no chat of ours')
  if (!data) return ignored('the button says nothing')
  const pressed = {
    id: buttonName(id),
    conversation: conversationIn(message),
    sender: personOf(from),
    at,
  }
  const of = chatBMessageName(message.chat.id, message.message_id)
  const ours = readButtonValue(data)
  if (ours) return [{ kind: 'pressed', ...pressed, of, button: ours }]
  return [
    {
      kind: 'message',
      ...pressed,
      text: data,
      media: [],
      replyTo: of,
      isAddressed: true,
    },
  ]
}

function readMembership({ chat, new_chat_member: now }: Membership): readonly IncomingEvent[] {
  if (chat.type === 'channel') return ignored('it stands in a channel')
  const conversation = chatBConversation({ chat: chat.id, topic: null })
  const isOut = now.status === 'kicked' || now.status === 'left'
  if (isOut || (now.status === 'restricted' && now.can_send_messages === false)) {
    const reason =
      chat.type === 'private' ? 'the person blocked the bot' : 'the bot may not write in the group'
    return [{ kind: 'closed', conversation, reason }]
  }
  const reason = chat.type === 'private' ? 'the person unblocked the bot' : 'the bot may write in the group'
  return [{ kind: 'opened', conversation, reason }]
}

const moved = (from: number, to: number): readonly IncomingEvent[] => [
  {
    kind: 'moved',
    from: chatBConversation({ chat: from, topic: null }),
    to: chatBConversation({ chat: to, topic: null }),
  },
]
