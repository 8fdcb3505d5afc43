import type { ChannelMessage } from '../message.ts'

/** The chat in which a message is answered. Everybody in a conversation has one of their own by this name. */
export const chatNameOf = (
  { channel, conversation }: Pick<ChannelMessage, 'channel' | 'conversation'>,
  number: number,
): string => `${channel}-${conversation}-${number}`

/** Parses such a name, also after it became a private chat; null for any other. */
export function conversationChat(name: string): { conversation: string; number: number } | null {
  const { conversation, number } =
    /^[a-z]+-(?<conversation>.+)-(?<number>\d+)(~[0-9a-f]+)?$/s.exec(name)?.groups ?? {}
  return conversation && number ? { conversation, number: Number(number) } : null
}
