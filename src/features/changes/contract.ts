import { route } from '#ground/api/contract.ts'
import {
  AnsweredQuestion,
  AnswerRequest,
  ChangeRequestPage,
  ChangeRequestParams,
  ChangeRequestQuery,
  ChangeRequestView,
  ConfirmRequest,
  EditRequest,
  RejectRequest,
} from './schema.ts'

export const listChangeRequests = route('get', '/change-requests', {
  summary: 'Your change requests, newest first',
  level: 'person',
  query: ChangeRequestQuery,
  answer: ChangeRequestPage,
})

const one = { level: 'person', params: ChangeRequestParams, answer: ChangeRequestView } as const

export const readChangeRequest = route('get', '/change-requests/:id', {
  ...one,
  summary: 'One of your change requests',
  refusals: ['not_found'],
})

export const confirmChangeRequest = route('post', '/change-requests/:id/confirm', {
  ...one,
  summary: 'Apply one of your change requests exactly as proposed',
  body: ConfirmRequest,
  refusals: [
    'not_found',
    'stale_plan',
    'expired',
    'outside_ceiling',
    'legacy',
    'last_admin',
    'duplicate_email',
    'partial',
    'chatapp_unavailable',
  ],
})

export const proposeChangeAgain = route('post', '/change-requests/:id/again', {
  ...one,
  summary: 'Propose one of your change requests again that is out of date or has expired',
  refusals: ['not_found', 'stale_plan', 'rate_limited', 'outside_ceiling', 'legacy', 'last_admin'],
})

export const rejectChangeRequest = route('post', '/change-requests/:id/reject', {
  ...one,
  summary: 'Reject one of your change requests',
  body: RejectRequest,
  refusals: ['not_found', 'stale_plan', 'expired'],
})

export const editChangeRequest = route('post', '/change-requests/:id/edit', {
  ...one,
  summary: 'Replace one of your tool calls by the same call with another input',
  body: EditRequest,
  refusals: ['not_found', 'stale_plan'],
})

export const answerChangeRequest = route('post', '/change-requests/:id/answer', {
  ...one,
  summary: 'Answer one of your agents’ questions',
  body: AnswerRequest,
  answer: AnsweredQuestion,
  refusals: ['not_found', 'stale_plan', 'expired'],
})
