import { z } from 'zod'
import { chatRoute } from '#chatapp/http/contract.ts'
import { StartedTurn } from '#chatapp/turns/schema.ts'
import { CompletionRequest, ResponsesRequest } from './schema.ts'

export const complete = chatRoute('post', '/api/chat/completions', {
  refusals: [
    'completion_chat_missing',
    'model_not_found',
    'model_away',
    'agent_unreachable',
    'agent_broke_off',
    'stopping',
    'draining',
    'shutting_down',
    'invalid_time_zone',
    'chat_missing',
    'chat_busy',
    'message_empty',
    'message_exists',
    'message_missing',
    'parent_missing',
    'file_missing',
    'forbidden',
    'chat_fields_too_large',
    'too_many_messages',
  ],
  summary: 'Start a turn for a page, or answer a program in OpenAI’s Chat Completions API',
  alsoAt: '/api/v1/chat/completions',
  level: 'verified',
  body: CompletionRequest,
  raw: 'relayed',
  answer: StartedTurn,
})

const AnyResponse = z.looseObject({ object: z.string() })
const one = {
  level: 'verified',
  params: z.object({ id: z.string().max(128) }),
  raw: 'relayed',
  answer: AnyResponse,
} as const

export const respond = chatRoute('post', '/api/responses', {
  refusals: [
    'completion_chat_missing',
    'model_not_found',
    'model_away',
    'agent_unreachable',
    'agent_broke_off',
    'stopping',
    'draining',
    'invalid_time_zone',
  ],
  summary: 'Answer a program in OpenAI’s Responses API',
  alsoAt: '/api/v1/responses',
  level: 'verified',
  body: ResponsesRequest,
  raw: 'relayed',
  answer: AnyResponse,
})

export const readResponse = chatRoute('get', '/api/responses/:id', {
  refusals: ['response_missing', 'model_away', 'agent_unreachable', 'agent_broke_off', 'stopping'],
  ...one,
  summary: 'A stored response of the caller',
  alsoAt: '/api/v1/responses/:id',
})

export const deleteResponse = chatRoute('delete', '/api/responses/:id', {
  refusals: ['response_missing', 'model_away', 'agent_unreachable', 'agent_broke_off', 'stopping'],
  ...one,
  summary: 'Delete a stored response of the caller',
  alsoAt: '/api/v1/responses/:id',
})

export const listInputItems = chatRoute('get', '/api/responses/:id/input_items', {
  refusals: ['response_missing', 'model_away', 'agent_unreachable', 'agent_broke_off', 'stopping'],
  ...one,
  summary: 'The input items of a stored response of the caller',
  alsoAt: '/api/v1/responses/:id/input_items',
})

export const cancelResponse = chatRoute('post', '/api/responses/:id/cancel', {
  refusals: ['response_missing', 'model_away', 'agent_unreachable', 'agent_broke_off', 'stopping'],
  ...one,
  summary: 'Always refused: responses do not run in the background',
  alsoAt: '/api/v1/responses/:id/cancel',
})

const unoffered = {
  level: 'verified',
  refusals: ['not_offered'],
  answer: z.never(),
} as const

export const countInputTokens = chatRoute('post', '/api/responses/input_tokens', {
  ...unoffered,
  summary: 'Always refused: the `usage` of a response has its token counts',
  alsoAt: '/api/v1/responses/input_tokens',
})

export const compactConversation = chatRoute('post', '/api/responses/compact', {
  ...unoffered,
  summary: 'Always refused: the Hub shortens long conversations automatically',
  alsoAt: '/api/v1/responses/compact',
})
