import { route } from '#ground/api/contract.ts'
import {
  InboxChange,
  InboxChanged,
  InboxEndpoints,
  InboxEventDetail,
  InboxEventParams,
  InboxEventQuery,
  InboxEventsPage,
  InboxEventsQuery,
  InboxLive,
  InboxQuery,
  InboxReleaseAll,
  InboxReleased,
  InboxTakeBack,
  InboxTakenBack,
  InboxTest,
  InboxTested,
} from './schema.ts'

const shared = { level: 'admin', isLive: true, refusals: ['outside_ceiling', 'not_found'] } as const

export const listInboxEndpoints = route('get', '/inbox', {
  ...shared,
  summary: 'Where deliveries arrive, and how many events there are',
  query: InboxQuery,
  joined: 'in turn',
  answer: InboxEndpoints,
})

export const listInboxEvents = route('get', '/inbox/events', {
  ...shared,
  summary: 'Stored events, newest first',
  query: InboxEventsQuery,
  answer: InboxEventsPage,
})

export const readInboxEvent = route('get', '/inbox/events/:event', {
  ...shared,
  summary: 'One stored event with what is in it',
  params: InboxEventParams,
  query: InboxEventQuery,
  answer: InboxEventDetail,
})

export const watchInbox = route('get', '/inbox/live', {
  ...shared,
  summary: 'How many events there are, and those that arrive, as it happens',
  query: InboxEventQuery,
  answer: InboxLive,
  isStream: true,
})

const change = { ...shared, body: InboxChange, answer: InboxChanged } as const

export const replayInboxEvents = route('post', '/inbox/replay', {
  ...change,
  summary: 'Store copies of events as new ones',
})

export const releaseInboxEvents = route('post', '/inbox/release', {
  ...change,
  summary: 'Put quarantined events back to those that wait',
})

export const releaseAllEvents = route('post', '/inbox/release-all', {
  ...shared,
  summary: 'Put all quarantined events of an endpoint back to those that wait',
  body: InboxReleaseAll,
  answer: InboxReleased,
})

export const takeReleaseBack = route('post', '/inbox/take-back', {
  ...shared,
  summary: 'Quarantine released events again, as far as no run has them',
  body: InboxTakeBack,
  answer: InboxTakenBack,
})

export const quarantineInboxEvents = route('post', '/inbox/quarantine', {
  ...change,
  summary: 'Keep waiting events from runs',
})

export const testInbox = route('post', '/inbox/test', {
  ...shared,
  summary: 'Sign a delivery and send it to the Hub’s endpoint',
  body: InboxTest,
  answer: InboxTested,
})
