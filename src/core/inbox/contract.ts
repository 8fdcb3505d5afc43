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
  InboxWait,
  InboxWaitQuery,
  InboxWaitStart,
} from './schema.ts'

const shared = { level: 'admin', isLive: true, refusals: ['outside_ceiling', 'not_found'] } as const

export const listInboxEndpoints = route('get', '/inbox', {
  ...shared,
  summary: 'Endpoints of a Hub with the number of their events',
  query: InboxQuery,
  joinOrder: 'in turn',
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
  summary: 'One stored event with its body',
  params: InboxEventParams,
  query: InboxEventQuery,
  answer: InboxEventDetail,
})

export const watchInbox = route('get', '/inbox/live', {
  ...shared,
  summary: 'Stream event counts and arriving events',
  query: InboxEventQuery,
  answer: InboxLive,
  isStream: true,
})

const change = { ...shared, body: InboxChange, answer: InboxChanged } as const

export const replayInboxEvents = route('post', '/inbox/replay', {
  ...change,
  summary: 'Store copies of events as new events',
})

export const releaseInboxEvents = route('post', '/inbox/release', {
  ...change,
  summary: 'Return quarantined events to the pending events',
})

export const releaseAllEvents = route('post', '/inbox/release-all', {
  ...shared,
  summary: 'Return all quarantined events of an endpoint to the pending events',
  body: InboxReleaseAll,
  answer: InboxReleased,
})

export const undoRelease = route('post', '/inbox/take-back', {
  ...shared,
  summary: 'Undo a release: quarantine released events that no run has claimed',
  body: InboxTakeBack,
  answer: InboxTakenBack,
})

export const quarantineInboxEvents = route('post', '/inbox/quarantine', {
  ...change,
  summary: 'Quarantine pending events',
})

export const startTestWait = route('post', '/inbox/wait', {
  ...shared,
  summary: 'Wait ten minutes for one delivery at the test address of an endpoint',
  body: InboxWaitStart,
  answer: InboxWait,
})

export const readTestWait = route('get', '/inbox/wait', {
  ...shared,
  summary: 'The latest wait for a delivery at a test address',
  query: InboxWaitQuery,
  answer: InboxWait,
})

export const testInbox = route('post', '/inbox/test', {
  ...shared,
  summary: 'Sign a delivery and send it to the Hub’s endpoint',
  body: InboxTest,
  answer: InboxTested,
})
