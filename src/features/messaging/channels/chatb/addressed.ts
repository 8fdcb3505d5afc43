import { Update, type Entity, type ChatBMessage } from './updates.ts'

export interface Bot {
  readonly id: number
  /** The bot's user name without the `@`; null for an update without a mention by user name. */
  readonly userName: string | null
}

export function isAddressed(message: ChatBMessage, bot: Bot): boolean {
  const reply = message.reply_to_message
  // In a topic, a message that answers no other message is marked as a reply to the topic's first message.
  if (reply?.from?.id === bot.id && !reply.forum_topic_created) return true
  if (message.forward_origin) return false // mentions in a forwarded text are by the original author
  return namesIn(message).some(({ entity, name }) =>
    entity.type === 'text_mention' ? entity.user?.id === bot.id : isNameOf(name, bot),
  )
}

export function needsUserName(body: unknown): boolean {
  const { message, edited_message: edited } = Update.safeParse(body).data ?? {}
  const one = message ?? edited
  return one !== undefined && one.chat.type !== 'private' && namesIn(one).some(({ name }) => name !== null)
}

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
  /** Without the `@`. */
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
