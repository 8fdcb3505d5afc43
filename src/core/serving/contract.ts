import { route } from '#ground/api/contract.ts'
import { HubStates, HubStatesQuery } from './schema.ts'

export const listHubStates = route('get', '/hub-states', {
  summary: 'How the Hubs stand that the caller manages, in the order of `/hubs`',
  level: 'admin',
  query: HubStatesQuery,
  answer: HubStates,
})
