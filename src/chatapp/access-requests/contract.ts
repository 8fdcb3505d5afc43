import { z } from 'zod'
import { chatRoute } from '#chatapp/http/contract.ts'
import { AccessRequestForm, AccessRequestView } from './schema.ts'

export const listAccessRequests = chatRoute('get', '/api/v1/access-requests', {
  summary: 'Agents that the caller asked to use, newest first',
  level: 'verified',
  answer: z.array(AccessRequestView),
})

export const askForAccess = chatRoute('post', '/api/v1/access-requests', {
  refusals: [
    'access_declined',
    'agent_open',
    'model_not_found',
    'model_away',
    'too_many_access_requests',
    'rate_limited',
  ],
  summary: 'Ask those who manage an agent to be let in; again, it is the same request',
  level: 'verified',
  body: AccessRequestForm,
  answer: AccessRequestView,
})

export const markDecisionsShown = chatRoute('post', '/api/v1/access-requests/told', {
  summary: 'Say that the caller knows what was decided so far',
  level: 'verified',
  answer: z.boolean(),
})
