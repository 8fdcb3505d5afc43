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
  ReceivedShare,
  RecordsQuery,
  SharedEvent,
  SharedView,
  ShareFileParams,
  ShareRequest,
  ShareParams,
  ShareRecord,
} from './schema.ts'

const ofChat = { level: 'verified', params: ChatParams } as const

export const readShare = chatRoute('get', '/api/v1/chats/:id/share', {
  refusals: ['chat_missing'],
  ...ofChat,
  summary: 'How a chat of the caller’s is shared, and who opened it; null: it isn’t',
  answer: OwnShare.nullable(),
})

export const shareChat = chatRoute('post', '/api/v1/chats/:id/share', {
  refusals: [
    'chat_missing',
    'message_missing',
    'share_person_missing',
    'share_without_agent',
    'share_without_people',
    'too_many_shares',
    'model_not_found',
    'model_away',
    'agent_unreachable',
  ],
  ...ofChat,
  summary:
    'Share a chat with others who may use its agents, to read; or change how it is shared. Without a body a copy for all of them, and the answer is the chat',
  body: ShareRequest,
  answer: z.union([OwnShare, ChatView]),
})

export const endAllShares = chatRoute('delete', '/api/v1/chats/share/all', {
  summary: 'End all shares of the caller’s chats',
  level: 'verified',
  answer: z.boolean(),
})

export const endShare = chatRoute('delete', '/api/v1/chats/:id/share', {
  refusals: ['chat_missing', 'share_missing'],
  ...ofChat,
  summary: 'Share a chat no longer; its address opens nothing any more',
  answer: z.boolean(),
})

export const listCandidates = chatRoute('get', '/api/v1/chats/:id/share/candidates', {
  refusals: ['chat_missing', 'share_without_agent', 'model_not_found', 'model_away', 'agent_unreachable'],
  ...ofChat,
  summary: 'Whom a chat can be shared with: people by a part of name or e-mail, of two letters at least',
  query: CandidatesQuery,
  answer: Candidates,
})

export const endShares = chatRoute('post', '/api/v1/shares/end', {
  refusals: ['share_missing'],
  level: 'verified',
  summary: 'Share several chats no longer',
  body: EndRequest,
  answer: EndAnswer,
})

export const listReceivedShares = chatRoute('get', '/api/v1/shares/', {
  level: 'verified',
  summary: 'Chats shared with the caller: by name, or with everybody once they were opened; the newest 200',
  answer: z.array(ReceivedShare),
})

export const listShareRecords = chatRoute('get', '/api/v1/shares/records', {
  level: 'admin',
  summary: 'Who shared which chat with whom, and who opened it, newest first; nothing of its contents',
  query: RecordsQuery,
  answer: z.array(ShareRecord),
})

const one = { level: 'verified', params: ShareParams } as const

export const readSharedChat = chatRoute('get', '/api/v1/shares/:id/messages', {
  refusals: ['share_missing', 'message_missing', 'model_away', 'agent_unreachable'],
  ...one,
  summary: 'A stretch of a shared chat: its newest messages, or those above one',
  query: ConversationQuery.omit({ below: true }),
  answer: SharedView,
})

export const watchSharedChat = chatRoute('get', '/api/v1/shares/:id/events', {
  refusals: ['share_missing', 'model_away', 'agent_unreachable'],
  ...one,
  summary: 'Read along in a shared chat, and hear of its end',
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
  summary: 'Make a chat of one’s own of what a shared one shows, without its files',
  answer: ContinuedChat,
})

const file = { level: 'verified', params: ShareFileParams, query: ContentQuery, raw: 'file' } as const

export const readSharedFile = chatRoute('get', '/api/v1/shares/:id/files/:file', {
  refusals: ['share_missing', 'file_missing', 'model_away', 'agent_unreachable'],
  ...file,
  summary: 'Bytes of a file that was attached to a message of a shared chat; `attachment=true` to keep it',
  answer: z.never(),
})

export const readSharedChatFile = chatRoute('get', '/api/v1/shares/:id/saved/:file', {
  refusals: ['share_missing', 'file_missing', 'agent_unreachable', 'model_not_found', 'model_away'],
  ...file,
  summary: 'Bytes of a file, by its name, that the agent saved and an answer of a shared chat links to',
  answer: z.never(),
})
