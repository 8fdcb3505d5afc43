import { route } from '#ground/api/contract.ts'
import { HubStates, HubStatesQuery, Machines, MachinesQuery } from './schema.ts'

export const listHubStates = route('get', '/hub-states', {
  summary: 'How the Hubs stand that the caller manages, in the order of `/hubs`',
  level: 'admin',
  query: HubStatesQuery,
  answer: HubStates,
})

export const listMachines = route('get', '/machines', {
  summary: 'Where the service runs on this store, the oldest start first',
  level: 'organization',
  query: MachinesQuery,
  answer: Machines,
})
