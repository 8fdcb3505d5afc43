import { z } from 'zod'
import { route } from '#chatapp/http/contract.ts'
import { StartedTurn } from '#chatapp/turns/schema.ts'
import { CompletionRequest, ResponsesRequest } from './schema.ts'

export const complete = route('post', '/api/chat/completions', {
  summary: 'Start a turn for a page; a program is given the answer itself, as OpenAI’s protocol has it',
  alsoAt: '/api/v1/chat/completions',
  level: 'verified',
  body: CompletionRequest,
  isRaw: true,
  answer: StartedTurn,
})

const AnyResponse = z.looseObject({ object: z.string() })
const one = {
  level: 'verified',
  params: z.object({ id: z.string().max(128) }),
  isRaw: true,
  answer: AnyResponse,
} as const

export const respond = route('post', '/api/responses', {
  summary: 'Answer a program in OpenAI’s Responses API',
  alsoAt: '/api/v1/responses',
  level: 'verified',
  body: ResponsesRequest,
  isRaw: true,
  answer: AnyResponse,
})

export const readResponse = route('get', '/api/responses/:id', {
  ...one,
  summary: 'A stored response of the caller',
  alsoAt: '/api/v1/responses/:id',
})

export const deleteResponse = route('delete', '/api/responses/:id', {
  ...one,
  summary: 'Delete a stored response of the caller',
  alsoAt: '/api/v1/responses/:id',
})

export const listInputItems = route('get', '/api/responses/:id/input_items', {
  ...one,
  summary: 'The input items of a stored response of the caller',
  alsoAt: '/api/v1/responses/:id/input_items',
})

export const cancelResponse = route('post', '/api/responses/:id/cancel', {
  ...one,
  summary: 'Refused: no response runs in the background',
  alsoAt: '/api/v1/responses/:id/cancel',
})
