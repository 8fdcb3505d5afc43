import { z } from 'zod'
import { chatRoute } from '#chatapp/http/contract.ts'
import { ChatParams, ChatView, MessageId } from '../schema.ts'

const Refusals = [
  'chat_missing',
  'message_missing',
  'too_many_messages',
  'chat_fields_too_large',
  'forbidden',
] as const
const one = { level: 'verified', refusals: Refusals, params: ChatParams, answer: ChatView } as const

export const cloneChat = chatRoute('post', '/api/v1/chats/:id/clone', {
  ...one,
  summary: 'Copy a chat with all branches; running answers are left out',
  body: z.object({ title: z.string().trim().max(200).nullish() }).nullish(),
})

export const forkChat = chatRoute('post', '/api/v1/chats/:id/fork', {
  ...one,
  summary: 'Copy the branch of a chat that ends at a message, by default at the newest displayed one',
  body: z.object({ message_id: MessageId.nullish(), title: z.string().trim().max(200).nullish() }).nullish(),
})
