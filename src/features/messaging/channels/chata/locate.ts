import type { LocatedMessage, NotLocated } from '../../channel.ts'
import { conversationId, parseChatAConversation, isScopedId, type ChatAConversation } from './conversation.ts'

const NUMBER = /^\+?[\d\s()-]{7,30}$/

export function locateChatA(to: string, phoneNumberId: string): LocatedMessage | NotLocated {
  const conversation = conversationNamed(to, phoneNumberId)
  if (conversation === null)
    return {
      outcome: 'failed',
      reason: `${to} is no number, business-scoped id or group:<id> of WhatsApp (chat-a)`,
    }
  if (conversation.phoneNumberId !== phoneNumberId)
    return {
      outcome: 'failed',
      reason: `${to} is a conversation with another number than CHATA_PHONE_NUMBER_ID`,
    }
  const { kind, peer } = conversation
  const handles = kind === 'person' ? ([peer] as const) : null
  return { outcome: 'found', conversation: conversationId(conversation), handles }
}

function conversationNamed(to: string, phoneNumberId: string): ChatAConversation | null {
  if (isScopedId(to)) return { phoneNumberId, kind: 'person', peer: to }
  if (to.startsWith('group:')) return { phoneNumberId, kind: 'group', peer: to.slice('group:'.length) }
  if (NUMBER.test(to)) return { phoneNumberId, kind: 'person', peer: to.replaceAll(/\D/g, '') }
  return parseChatAConversation(to)
}
