import type { MessageAddress, OutgoingButton, OutgoingMessage, SendOutcome } from '../../channel.ts'
import type { ChatAClient } from './client.ts'
import { parseChatAConversation, isScopedId, type ChatAConversation } from './conversation.ts'
import { chatAOutcome } from './outcome.ts'
import { createWaits } from './waits.ts'

export interface ChatASender {
  send(message: OutgoingMessage, signal: AbortSignal): Promise<SendOutcome>
  acknowledge(to: MessageAddress, messageId: string, signal: AbortSignal): Promise<void>
}

export function createSender(client: ChatAClient): ChatASender {
  const waits = {
    channelWaits: createWaits({ firstMs: 1000, maxMs: 5 * 60_000 }),
    conversationWaits: createWaits({ firstMs: 1000, factor: 4, maxMs: 60 * 60_000 }),
  }
  return {
    async send({ to, text, id, buttons = [] }, signal) {
      const conversation = parseChatAConversation(to.conversation)
      if (!conversation) return { outcome: 'failed', reason: `there is no conversation ${to.conversation}` }
      const reply = await client.call(
        {
          method: 'POST',
          path: `${conversation.phoneNumberId}/messages`,
          body: {
            ...FROM_US,
            ...recipientOf(conversation),
            ...(buttons.length > 0 && conversation.kind === 'person'
              ? withButtons(text, buttons)
              : { type: 'text', text: { body: text, preview_url: false } }),
            ...(to.replyTo === null ? {} : { context: { message_id: to.replyTo } }),
            // The provider's statuses contain this id, even if the response to this request was lost.
            biz_opaque_callback_data: id,
          },
        },
        signal,
      )
      return chatAOutcome(reply, to.conversation, waits)
    },

    async acknowledge(to, messageId, signal) {
      const conversation = parseChatAConversation(to.conversation)
      if (!conversation) return
      const typing = conversation.kind === 'person' ? { typing_indicator: { type: 'text' } } : {}
      await client.call(
        {
          method: 'POST',
          path: `${conversation.phoneNumberId}/messages`,
          body: { ...FROM_US, status: 'read', message_id: messageId, ...typing },
        },
        signal,
      )
    },
  }
}

/** Source: the provider's page "Interactive reply buttons messages". */
const withButtons = (text: string, buttons: readonly OutgoingButton[]) => ({
  type: 'interactive',
  interactive: {
    type: 'button',
    body: { text },
    action: {
      buttons: buttons.map(({ value, label }) => ({ type: 'reply', reply: { id: value, title: label } })),
    },
  },
})

const FROM_US = { messaging_product: 'whatsapp' }

const recipientOf = ({ kind, peer }: ChatAConversation): Record<string, string> => {
  if (kind === 'group') return { recipient_type: 'group', to: peer }
  return { recipient_type: 'individual', [isScopedId(peer) ? 'recipient' : 'to']: peer }
}
