export interface ChatBTarget {
  readonly chat: number
  readonly topic: number | null
}

/** Each topic is a separate conversation. */
export const chatBConversation = ({ chat, topic }: ChatBTarget): string =>
  topic === null ? String(chat) : `${chat}:${topic}`

export function parseChatBTarget(conversation: string): ChatBTarget | null {
  const [, chat, topic] = /^(-?\d+)(?::(\d+))?$/.exec(conversation) ?? []
  return chat === undefined ? null : { chat: Number(chat), topic: topic === undefined ? null : Number(topic) }
}

/** The provider numbers messages per chat. */
export const chatBMessageName = (chat: number, message: number): string => `${chat}/${message}`

export function parseMessageName(name: string): { chat: number; message: number } | null {
  const [, chat, message] = /^(-?\d+)\/(\d+)$/.exec(name) ?? []
  return chat === undefined ? null : { chat: Number(chat), message: Number(message) }
}

export function messageIn(chat: number, name: string): number | null {
  const parsed = parseMessageName(name)
  return parsed?.chat === chat ? parsed.message : null
}

export const buttonName = (query: string): string => `button/${query}`

export const buttonIn = (name: string): string | null => /^button\/(.+)$/.exec(name)?.[1] ?? null

/** Groups have negative ids. */
export const isGroup = (chat: number): boolean => chat < 0
