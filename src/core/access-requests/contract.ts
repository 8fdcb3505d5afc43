import { route } from '#ground/api/contract.ts'
import { AccessRequestPage, AccessRequestParams, AccessRequestQuery, HubAccessRequestView } from './schema.ts'

export const listAccessRequests = route('get', '/access-requests', {
  summary: 'Who asks to use an agent whose access you manage, newest first',
  level: 'admin',
  query: AccessRequestQuery,
  answer: AccessRequestPage,
  refusals: ['outside_ceiling', 'not_found'],
})

const one = { level: 'admin', params: AccessRequestParams, answer: HubAccessRequestView } as const

export const giveAccess = route('post', '/access-requests/:id/give', {
  ...one,
  summary: 'Give somebody the use of the agent they asked for',
  refusals: ['not_found', 'stale_plan', 'outside_ceiling', 'legacy'],
})

export const declineAccess = route('post', '/access-requests/:id/decline', {
  ...one,
  summary: 'Decline a request; nothing is given',
  refusals: ['not_found', 'stale_plan'],
})
