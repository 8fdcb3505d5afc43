import type { ChannelSender } from '../channel.ts'
import { chatIn, chatLetterIn } from './names.ts'

/** A message of the agent for a person's chat. */
export interface ChatNote {
  email: string
  /** The same for those that belong into one chat. */
  chat: string
  messageId: string
  /** Title of the chat, if it begins with this message. */
  title: string
  /** Markdown. */
  text: string
}

/** Writes a message of the agent into a person's chat; a repetition changes nothing. */
export type WriteToChat = (note: ChatNote) => Promise<'written' | 'no_account'>

/** Results in people's chats: they are delivered as soon as they are written. */
export const chatSender = (writeToChat: WriteToChat): ChannelSender => ({
  async send({ id, to, text }) {
    const { email } = chatIn(to.conversation)
    const note = { email, chat: to.conversation, messageId: id, ...chatLetterIn(text) }
    return (await writeToChat(note)) === 'written'
      ? { outcome: 'sent', id, isDelivered: true }
      : { outcome: 'failed', reason: `${email} has no account in the web chat` }
  },
  // Whether it is there or not: writing it again changes nothing.
  reconcile: async () => ({ sent: false }),
})
