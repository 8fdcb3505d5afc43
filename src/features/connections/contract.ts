import { route } from '#ground/api/contract.ts'
import { ConnectionList, JourneyParams, JourneyView, NewJourneyBody } from './schema.ts'

export const listConnections = route('get', '/connections', {
  summary: 'Outside accounts that you connected or may connect',
  level: 'person',
  answer: ConnectionList,
  refusals: ['chatapp_unavailable'],
})

export const beginJourney = route('post', '/connection-journeys', {
  summary: 'Start connecting an outside account',
  level: 'person',
  body: NewJourneyBody,
  answer: JourneyView,
  refusals: ['not_found', 'chatapp_unavailable'],
})

export const readJourney = route('get', '/connection-journeys/:id', {
  summary: 'State of connecting one of your outside accounts',
  level: 'person',
  params: JourneyParams,
  answer: JourneyView,
  refusals: ['not_found', 'forbidden'],
})
