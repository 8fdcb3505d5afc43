import type { ChannelMessage } from '../message.ts'

/** Each person of a conversation has a separate chat with this name. */
export const chatNameOf = (
  { channel, conversation }: Pick<ChannelMessage, 'channel' | 'conversation'>,
  number: number,
): string => `${channel}-${conversation}-${number}`

export function conversationChat(name: string): { conversation: string; number: number } | null {
  const { conversation, number } =
    /^[a-z]+-(?<conversation>.+)-(?<number>\d+)(~[0-9a-f]+)?$/s.exec(name)?.groups ?? {}
  return conversation && number ? { conversation, number: Number(number) } : null
}
