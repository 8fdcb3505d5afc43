import { route } from '#ground/api/contract.ts'
import {
  HubStates,
  HubStatesQuery,
  HubVersionList,
  HubVersionsQuery,
  InstanceList,
  InstancesQuery,
} from './schema.ts'

export const listHubStates = route('get', '/hub-states', {
  summary: 'State of the caller’s Hubs, in the order of `/hubs`',
  level: 'admin',
  query: HubStatesQuery,
  answer: HubStates,
  refusals: ['outside_ceiling', 'not_found'],
})

export const listHubVersions = route('get', '/hub-versions', {
  summary: 'Published versions of a Hub, newest first',
  level: 'admin',
  query: HubVersionsQuery,
  answer: HubVersionList,
  refusals: ['outside_ceiling', 'not_found'],
})

export const listInstances = route('get', '/machines', {
  summary: 'Instances of the service on this database, oldest first',
  level: 'organization',
  query: InstancesQuery,
  answer: InstanceList,
})
