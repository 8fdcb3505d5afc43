import { z } from 'zod'
import { chatRoute } from '#chatapp/http/contract.ts'
import {
  ArchivedQuery,
  BatchAnswer,
  BatchRequest,
  BranchView,
  ChatChange,
  ChatParams,
  ChatRequest,
  ChatSummary,
  ChatView,
  ConversationQuery,
  ConversationView,
  FoundChat,
  MessageId,
  MessageText,
  ListQuery,
  SearchQuery,
} from './schema.ts'

const listed = { level: 'verified', answer: z.array(ChatSummary) } as const

export const listChats = chatRoute('get', '/api/v1/chats/list', {
  ...listed,
  summary: 'The caller’s chats, newest first; all, or one page of 60',
  alsoAt: '/api/v1/chats/',
  query: ListQuery,
})

export const searchChats = chatRoute('get', '/api/v1/chats/search', {
  level: 'verified',
  summary: 'Search chats by text, with excerpts; 60 per page',
  query: SearchQuery,
  answer: z.array(FoundChat),
})

export const listPinnedChats = chatRoute('get', '/api/v1/chats/pinned', {
  ...listed,
  summary: 'Pinned chats',
})

export const listArchivedChats = chatRoute('get', '/api/v1/chats/archived', {
  ...listed,
  summary: 'Archived chats',
  query: ArchivedQuery,
})

export const exportChats = chatRoute('get', '/api/v1/chats/all', {
  level: 'verified',
  summary: 'All of the caller’s chats with their messages, one JSON object a line (NDJSON), newest first',
  raw: 'file',
  answer: z.never(),
})

export const exportArchivedChats = chatRoute('get', '/api/v1/chats/all/archived', {
  level: 'verified',
  summary: 'The caller’s archived chats with their messages, newest first, 60 a page; without a page all',
  query: ArchivedQuery,
  answer: z.array(ChatView),
})

export const countArchivedChats = chatRoute('get', '/api/v1/chats/archived/count', {
  level: 'verified',
  summary: 'The number of the caller’s archived chats',
  answer: z.number(),
})

export const archiveAllChats = chatRoute('post', '/api/v1/chats/archive/all', {
  level: 'verified',
  summary: 'Archive all of the caller’s chats',
  answer: z.boolean(),
})

export const unarchiveAllChats = chatRoute('post', '/api/v1/chats/unarchive/all', {
  level: 'verified',
  summary: 'Take all of the caller’s archived chats back',
  answer: z.boolean(),
})

export const exportChatsInFolder = chatRoute('get', '/api/v1/chats/folder/:id', {
  refusals: ['folder_missing'],
  level: 'verified',
  params: ChatParams,
  summary: 'Chats of a folder with their messages, newest first',
  answer: z.array(ChatView),
})

export const listChatsInFolder = chatRoute('get', '/api/v1/chats/folder/:id/list', {
  refusals: ['folder_missing'],
  ...listed,
  params: ChatParams,
  summary: 'Chats of a folder, newest first, 60 a page',
  query: ArchivedQuery,
})

export const changeChats = chatRoute('post', '/api/v1/chats/batch', {
  refusals: ['folder_missing', 'chat_missing'],
  summary: 'Archive, pin, move or delete several chats; deleted chats can be restored for ten seconds',
  level: 'verified',
  body: BatchRequest,
  answer: BatchAnswer,
})

export const createChat = chatRoute('post', '/api/v1/chats/new', {
  refusals: ['too_many_messages', 'chat_fields_too_large', 'folder_missing', 'message_missing'],
  summary: 'Store a chat',
  level: 'verified',
  body: ChatRequest,
  answer: ChatView,
})

const one = { level: 'verified', params: ChatParams, answer: ChatView } as const

export const readChat = chatRoute('get', '/api/v1/chats/:id', {
  refusals: ['chat_missing'],
  ...one,
  summary: 'A chat with all its messages',
})

export const mergeChat = chatRoute('post', '/api/v1/chats/:id', {
  refusals: ['chat_missing', 'too_many_messages', 'chat_fields_too_large', 'chat_busy', 'message_missing'],
  ...one,
  summary: 'Change the given fields of a chat',
  body: ChatRequest,
})

export const readConversation = chatRoute('get', '/api/v1/chats/:id/messages', {
  refusals: ['chat_missing', 'message_missing'],
  ...one,
  summary: 'A part of a chat: its newest messages, or the messages before a given message',
  query: ConversationQuery,
  answer: ConversationView,
})

export const listBranches = chatRoute('get', '/api/v1/chats/:id/branches', {
  refusals: ['chat_missing'],
  ...one,
  summary: 'Branching points of a chat, each after its parent; at most 300',
  answer: z.array(BranchView),
})

export const changeChat = chatRoute('post', '/api/v1/chats/:id/update', {
  refusals: ['chat_missing', 'message_missing'],
  ...one,
  summary: 'Rename a chat, or select the branch to show',
  body: ChatChange,
  answer: ChatSummary,
})

export const togglePinned = chatRoute('post', '/api/v1/chats/:id/pin', {
  refusals: ['chat_missing'],
  ...one,
  summary: 'Pin or unpin a chat',
})

export const toggleArchived = chatRoute('post', '/api/v1/chats/:id/archive', {
  refusals: ['chat_missing'],
  ...one,
  summary: 'Archive or restore a chat',
})

export const readPinned = chatRoute('get', '/api/v1/chats/:id/pinned', {
  refusals: ['chat_missing'],
  ...one,
  summary: 'Whether a chat is pinned',
  answer: z.boolean(),
})

export const editMessage = chatRoute('post', '/api/v1/chats/:id/messages/:message', {
  refusals: ['chat_missing', 'message_missing', 'answer_unfinished', 'chat_fields_too_large'],
  ...one,
  params: ChatParams.extend({ message: MessageId }),
  summary: 'Replace the text of a stored message',
  body: MessageText,
})

export const addVersion = chatRoute('post', '/api/v1/chats/:id/messages/:message/versions', {
  refusals: ['chat_missing', 'message_missing', 'answer_unfinished', 'message_empty', 'chat_busy'],
  ...one,
  params: ChatParams.extend({ message: MessageId }),
  summary: 'Store the person’s text as another version of an answer, and show it',
  body: MessageText,
  answer: z.object({ id: MessageId }),
})

export const deleteChat = chatRoute('delete', '/api/v1/chats/:id', {
  refusals: ['chat_delete_missing'],
  ...one,
  summary: 'Delete a chat and the files that only this chat uses',
  answer: z.boolean(),
})

export const deleteAllChats = chatRoute('delete', '/api/v1/chats/', {
  level: 'verified',
  summary: 'Delete all of the caller’s chats',
  answer: z.boolean(),
})
