import type { ChannelSender } from '../channel.ts'
import { chatInConversation, decodeChatResult } from './names.ts'

export interface ChatNote {
  email: string
  chat: string
  messageId: string
  title: string
  text: string
}

/** Idempotent by `messageId`. */
export type WriteToChat = (note: ChatNote) => Promise<'written' | 'no_account'>

/** A result counts as delivered when the web chat has stored it. */
export const chatSender = (writeToChat: WriteToChat): ChannelSender => ({
  async send({ id, to, text }) {
    const { email } = chatInConversation(to.conversation)
    const note = { email, chat: to.conversation, messageId: id, ...decodeChatResult(text) }
    return (await writeToChat(note)) === 'written'
      ? { outcome: 'sent', id, isDelivered: true }
      : { outcome: 'failed', reason: `${email} has no account in the web chat` }
  },
  // The message is written again, which is safe, because writing is idempotent.
  reconcile: async () => ({ sent: false }),
})
