import { z } from 'zod'
import { chatRoute } from '#chatapp/http/contract.ts'
import { AccessRequestForm, AccessRequestView } from './schema.ts'

export const listAccessRequests = chatRoute('get', '/api/v1/access-requests', {
  summary: 'The caller’s access requests, newest first',
  level: 'verified',
  answer: z.array(AccessRequestView),
})

export const requestAccess = chatRoute('post', '/api/v1/access-requests', {
  refusals: [
    'access_declined',
    'agent_open',
    'model_not_found',
    'model_away',
    'too_many_access_requests',
    'rate_limited',
  ],
  summary: 'Request access to an agent; repeating it returns the same request',
  level: 'verified',
  body: AccessRequestForm,
  answer: AccessRequestView,
})

export const markDecisionsShown = chatRoute('post', '/api/v1/access-requests/told', {
  summary: 'Mark the caller’s decided access requests as seen',
  level: 'verified',
  answer: z.boolean(),
})
