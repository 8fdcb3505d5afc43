import { route } from '#chatapp/http/contract.ts'
import { StartedTurn } from '#chatapp/turns/schema.ts'
import { CompletionRequest } from './schema.ts'

export const complete = route('post', '/api/chat/completions', {
  summary: 'Start a turn for a page; a program is given the answer itself, as OpenAI’s protocol has it',
  alsoAt: '/api/v1/chat/completions',
  level: 'verified',
  body: CompletionRequest,
  isRaw: true,
  answer: StartedTurn,
})
