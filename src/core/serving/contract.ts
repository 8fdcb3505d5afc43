import { route } from '#ground/api/contract.ts'
import { HubStates, HubStatesQuery, InstanceList, InstancesQuery } from './schema.ts'

export const listHubStates = route('get', '/hub-states', {
  summary: 'How the Hubs stand that the caller manages, in the order of `/hubs`',
  level: 'admin',
  query: HubStatesQuery,
  answer: HubStates,
})

export const listInstances = route('get', '/machines', {
  summary: 'Where the service runs on this store, the oldest start first',
  level: 'organization',
  query: InstancesQuery,
  answer: InstanceList,
})
