import { Update, type Entity, type ChatBMessage } from './updates.ts'

/** The Hub's bot at the provider. */
export interface Bot {
  readonly id: number
  /** Without the `@`; null if reading the update did not need it. */
  readonly userName: string | null
}

/**
 * Whether a group message is for the bot: it mentions the bot, is a command with the bot's name, or replies to the
 * bot.
 */
export function isAddressed(message: ChatBMessage, bot: Bot): boolean {
  const reply = message.reply_to_message
  // In a topic, messages without a reply target carry a reply to the topic's first message. This is no reply to the
  // bot.
  if (reply?.from?.id === bot.id && !reply.forum_topic_created) return true
  if (message.forward_origin) return false // its mentions are by the original author
  return namesIn(message).some(({ entity, name }) =>
    entity.type === 'text_mention' ? entity.user?.id === bot.id : isNameOf(name, bot),
  )
}

/**
 * True if the update is from a group and mentions a user name. The bot's own user name is then needed to decide
 * whether the message is for it.
 */
export function needsUserName(body: unknown): boolean {
  const { message, edited_message: edited } = Update.safeParse(body).data ?? {}
  const one = message ?? edited
  return one !== undefined && one.chat.type !== 'private' && namesIn(one).some(({ name }) => name !== null)
}

/** Removes the bot's name at the beginning of the text and in a command. */
export function withoutOwnName(text: string, message: ChatBMessage, bot: Bot): string {
  const first = namesIn(message)[0]
  if (!first || first.entity.offset !== 0 || !text.startsWith(first.written) || !isNameOf(first.name, bot))
    return text
  const rest = text.slice(first.written.length)
  const kept = first.entity.type === 'bot_command' ? first.written.slice(0, -1 - first.name!.length) : ''
  return kept === '' ? rest.replace(/^[\s,:]+/, '') || text : kept + rest
}

interface Named {
  entity: Entity
  written: string
  /** Mentioned user name without the `@`. */
  name: string | null
}

const namesIn = ({ text, entities, caption, caption_entities: ofCaption }: ChatBMessage): Named[] =>
  (text === undefined ? ofCaption : entities)
    .filter(({ type }) => ['mention', 'bot_command', 'text_mention'].includes(type))
    .map((entity) => {
      const written = (text ?? caption ?? '').slice(entity.offset, entity.offset + entity.length)
      const name = entity.type === 'text_mention' ? null : (/@(\w+)$/.exec(written)?.[1] ?? null)
      return { entity, written, name }
    })

const isNameOf = (name: string | null, { userName }: Bot): boolean =>
  name !== null && userName !== null && name.toLowerCase() === userName.toLowerCase()
