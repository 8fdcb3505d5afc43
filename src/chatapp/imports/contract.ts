import { z } from 'zod'
import { chatRoute } from '#chatapp/http/contract.ts'
import { ChatView } from '#chatapp/chats/schema.ts'
import { ChatImport } from './schema.ts'

export const importChats = chatRoute('post', '/api/v1/chats/import', {
  refusals: [
    'import_not_a_chat',
    'import_message_too_long',
    'too_many_messages',
    'chat_fields_too_large',
    'file_too_large',
    'forbidden',
    'session_gone',
  ],
  level: 'verified',
  summary:
    'Store chats of an export of this web chat or of Open WebUI, with their times; none if one is unreadable',
  body: ChatImport,
  answer: z.array(ChatView),
})
