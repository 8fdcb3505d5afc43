import { route } from '#ground/api/contract.ts'
import { AccessRequestPage, AccessRequestParams, AccessRequestQuery, HubAccessRequestView } from './schema.ts'

export const listAccessRequests = route('get', '/access-requests', {
  summary: 'Access requests for agents that you manage, newest first',
  level: 'admin',
  query: AccessRequestQuery,
  answer: AccessRequestPage,
  refusals: ['outside_ceiling', 'not_found'],
})

const one = { level: 'admin', params: AccessRequestParams, answer: HubAccessRequestView } as const

export const giveAccess = route('post', '/access-requests/:id/give', {
  ...one,
  summary: 'Approve an access request',
  refusals: ['not_found', 'stale_plan', 'outside_ceiling', 'legacy'],
})

export const declineAccess = route('post', '/access-requests/:id/decline', {
  ...one,
  summary: 'Decline an access request',
  refusals: ['not_found', 'stale_plan'],
})
