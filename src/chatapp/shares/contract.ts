import { z } from 'zod'
import { ChatParams, ChatView, ConversationQuery } from '#chatapp/chats/schema.ts'
import { ContentQuery } from '#chatapp/files/schema.ts'
import { chatRoute } from '#chatapp/http/contract.ts'
import {
  Candidates,
  CandidatesQuery,
  ContinuedChat,
  EndAnswer,
  EndRequest,
  OwnShare,
  ReaderGrants,
  ReaderGrantsForm,
  ReceivedShare,
  RecordsQuery,
  SharedEvent,
  SharedView,
  ShareFileParams,
  ShareRequest,
  ShareParams,
  ShareRecord,
} from './schema.ts'

const SHARING = [
  'chat_missing',
  'message_missing',
  'share_person_missing',
  'share_without_agent',
  'share_without_people',
  'too_many_shares',
  'model_not_found',
  'model_away',
  'agent_unreachable',
] as const

const ofChat = { level: 'verified', params: ChatParams } as const

export const readShare = chatRoute('get', '/api/v1/chats/:id/share', {
  refusals: ['chat_missing'],
  ...ofChat,
  summary: 'Sharing of one of the caller’s chats and its readers; null if it is not shared',
  answer: OwnShare.nullable(),
})

export const shareChat = chatRoute('post', '/api/v1/chats/:id/share', {
  refusals: SHARING,
  ...ofChat,
  summary:
    'Share a chat for reading with people who may use its agents, or change its sharing. Without a body a copy for all of them, and the answer is the chat',
  body: ShareRequest,
  answer: z.union([OwnShare, ChatView]),
})

export const readShareAccess = chatRoute('get', '/api/v1/chats/shared/:id/access', {
  refusals: ['chat_missing'],
  ...ofChat,
  summary: 'Readers of one of the caller’s chats in Open WebUI’s form; empty if it is not shared',
  answer: ReaderGrants,
})

export const changeShareAccess = chatRoute('post', '/api/v1/chats/shared/:id/access/update', {
  refusals: [...SHARING, 'share_with_group'],
  ...ofChat,
  summary: 'Replace the readers of a chat; an empty list ends the share',
  body: ReaderGrantsForm,
  answer: ChatView,
})

export const endAllShares = chatRoute('delete', '/api/v1/chats/share/all', {
  summary: 'End all shares of the caller’s chats',
  level: 'verified',
  answer: z.boolean(),
})

export const endShare = chatRoute('delete', '/api/v1/chats/:id/share', {
  refusals: ['chat_missing', 'share_missing'],
  ...ofChat,
  summary: 'Stop sharing a chat; its address stops working',
  answer: z.boolean(),
})

export const listCandidates = chatRoute('get', '/api/v1/chats/:id/share/candidates', {
  refusals: ['chat_missing', 'share_without_agent', 'model_not_found', 'model_away', 'agent_unreachable'],
  ...ofChat,
  summary: 'Search people to share a chat with, by at least two letters of a name or e-mail',
  query: CandidatesQuery,
  answer: Candidates,
})

export const endShares = chatRoute('post', '/api/v1/shares/end', {
  refusals: ['share_missing'],
  level: 'verified',
  summary: 'Stop sharing several chats',
  body: EndRequest,
  answer: EndAnswer,
})

export const listReceivedShares = chatRoute('get', '/api/v1/shares/', {
  level: 'verified',
  summary: 'Chats shared with the caller by name, and shared chats that the caller opened; the newest 200',
  answer: z.array(ReceivedShare),
})

export const listShareRecords = chatRoute('get', '/api/v1/shares/records', {
  level: 'admin',
  summary: 'Shared chats with their owners and readers, without contents, newest first',
  query: RecordsQuery,
  answer: z.array(ShareRecord),
})

const one = { level: 'verified', params: ShareParams } as const

export const readSharedChat = chatRoute('get', '/api/v1/shares/:id/messages', {
  refusals: ['share_missing', 'message_missing', 'model_away', 'agent_unreachable'],
  ...one,
  summary: 'A part of a shared chat: its newest messages, or the messages before a given message',
  query: ConversationQuery.omit({ below: true }),
  answer: SharedView,
})

export const watchSharedChat = chatRoute('get', '/api/v1/shares/:id/events', {
  refusals: ['share_missing', 'model_away', 'agent_unreachable'],
  ...one,
  summary: 'Stream changes of a shared chat until sharing ends',
  isStream: true,
  answer: SharedEvent,
})

const openWebui = { level: 'verified', params: ShareParams, answer: ChatView } as const

export const readShareAsChat = chatRoute('get', '/api/v1/chats/share/:id', {
  refusals: ['share_missing', 'agent_unreachable', 'model_away'],
  ...openWebui,
  summary: 'A shared chat by the id of its share, in the form of a chat',
})

export const cloneSharedChat = chatRoute('post', '/api/v1/chats/:id/clone/shared', {
  refusals: ['share_missing', 'agent_unreachable', 'model_away'],
  ...openWebui,
  summary: 'Continue a shared chat in a chat of one’s own, by the id of its share',
})

export const continueSharedChat = chatRoute('post', '/api/v1/shares/:id/continue', {
  refusals: ['share_missing', 'message_missing', 'model_not_found', 'model_away', 'agent_unreachable'],
  ...one,
  summary: 'Copy a shared chat into a new chat of the caller, without its files',
  answer: ContinuedChat,
})

const file = { level: 'verified', params: ShareFileParams, query: ContentQuery, raw: 'file' } as const

export const readSharedFile = chatRoute('get', '/api/v1/shares/:id/files/:file', {
  refusals: ['share_missing', 'file_missing', 'model_away', 'agent_unreachable'],
  ...file,
  summary: 'Content of a file attached to a message of a shared chat; `attachment=true` to download it',
  answer: z.never(),
})

export const readSharedChatFile = chatRoute('get', '/api/v1/shares/:id/saved/:file', {
  refusals: ['share_missing', 'file_missing', 'agent_unreachable', 'model_not_found', 'model_away'],
  ...file,
  summary: 'Content of a file that the agent saved and an answer of a shared chat links to, by its name',
  answer: z.never(),
})
