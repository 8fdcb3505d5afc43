import { z } from 'zod'
import { chatRoute } from '#chatapp/http/contract.ts'
import { ChatForm, ChatParams, ChatView, MessageId } from '../schema.ts'

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
  body: z.object({ message_id: MessageId.nullish() }).nullish(),
})

const Time = z.number().int().nonnegative().max(1e11)

/** Open WebUI's export of a chat. The server gives the chat another id. */
const ImportedChat = z.object({
  chat: ChatForm,
  meta: z.object({ tags: z.array(z.string().max(100)).max(50).optional() }).nullish(),
  pinned: z.boolean().nullish(),
  folder_id: z.string().max(100).nullish(),
  created_at: Time.nullish().describe('Epoch seconds; default: now'),
  updated_at: Time.nullish(),
})
export type ImportedChat = z.output<typeof ImportedChat>

export const importChats = chatRoute('post', '/api/v1/chats/import', {
  level: 'verified',
  refusals: [...Refusals, 'folder_missing'],
  summary: 'Store up to 100 exported chats with their tags, folder and times; 16 MB a request',
  body: z.object({ chats: z.array(ImportedChat).max(100) }),
  answer: z.array(ChatView),
})
