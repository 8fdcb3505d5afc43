/** A chat, or one of its topics. */
export interface ChatBTarget {
  readonly chat: number
  readonly topic: number | null
}

/** A topic is a conversation of its own. */
export const chatBConversation = ({ chat, topic }: ChatBTarget): string =>
  topic === null ? String(chat) : `${chat}:${topic}`

/** Null for what `chatBConversation` never gave. */
export function parseChatBTarget(conversation: string): ChatBTarget | null {
  const [, chat, topic] = /^(-?\d+)(?::(\d+))?$/.exec(conversation) ?? []
  return chat === undefined ? null : { chat: Number(chat), topic: topic === undefined ? null : Number(topic) }
}

/** The provider counts messages in each chat. */
export const chatBMessageName = (chat: number, message: number): string => `${chat}/${message}`

/** The number of a message in a chat; null for one that is elsewhere, or is none. */
export function messageIn(chat: number, name: string): number | null {
  const [, where, message] = /^(-?\d+)\/(\d+)$/.exec(name) ?? []
  return where !== undefined && Number(where) === chat ? Number(message) : null
}

/** A button that was pressed is a message to us. */
export const buttonName = (query: string): string => `button/${query}`

export const buttonIn = (name: string): string | null => /^button\/(.+)$/.exec(name)?.[1] ?? null

/** Groups have negative numbers. */
export const isGroup = (chat: number): boolean => chat < 0
