import { z } from 'zod'
import { chatRoute } from '#chatapp/http/contract.ts'
import { ChatParams, ChatSummary } from '../schema.ts'
import { TagFilter, TagForm, TagView } from './schema.ts'

const tags = { level: 'verified', answer: z.array(TagView) } as const

export const listAllTags = chatRoute('get', '/api/v1/chats/all/tags', {
  ...tags,
  summary: 'Tags of the caller’s chats, by name',
})

export const listChatsByTag = chatRoute('post', '/api/v1/chats/tags', {
  level: 'verified',
  summary: 'The caller’s chats with a tag, newest first',
  body: TagFilter,
  answer: z.array(ChatSummary),
})

const ofChat = { refusals: ['chat_missing'], ...tags, params: ChatParams } as const

export const listTags = chatRoute('get', '/api/v1/chats/:id/tags', { ...ofChat, summary: 'Tags of a chat' })

export const addTag = chatRoute('post', '/api/v1/chats/:id/tags', {
  ...ofChat,
  refusals: ['chat_missing', 'too_many_tags'],
  summary: 'Add a tag to a chat',
  body: TagForm,
})

export const removeTag = chatRoute('delete', '/api/v1/chats/:id/tags', {
  ...ofChat,
  summary: 'Remove a tag from a chat',
  body: TagForm,
})
