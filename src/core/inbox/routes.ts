import { Refused } from '#ground/api/errors.ts'
import { EventStream } from '#ground/api/event-stream.ts'
import type { ConsoleApp, ConsoleCaller, ConsoleFeature } from '#ground/api/route.ts'
import type { Result } from '#ground/base/result.ts'
import { actOnEvents, describeRefusal, type InboxAct } from './acts.ts'
import type { InboxBrowser } from './browse-all.ts'
import { followInbox } from './live.ts'
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
  InboxTest,
  InboxTested,
  type InboxEndpoint,
} from './schema.ts'

/** A Hub's inboxes, and what of them lies with other parts. */
export interface HubInbox {
  hubFolder: string
  browser: InboxBrowser
  /** An endpoint of the browser's. */
  describe(endpoint: string): Promise<Omit<InboxEndpoint, 'counts'>>
  /** Sign a delivery as a sender would, and send it to the receiver. */
  sendTest(test: Omit<InboxTest, 'hub'>): Promise<Result<InboxTested, TestRefusal>>
  /** Keep who did what with which events. */
  record(act: InboxAct | 'test', events: readonly string[], by: Recorded): Promise<void>
  onWatchFailure(error: Error): void
}

/** `unknown`: there is no such endpoint. `off`: it has no secret. `stopped`: nobody answers there. */
export type TestRefusal = { reason: 'unknown' | 'off' | 'stopped'; message: string }

export interface Recorded {
  actor: string
  request: string | null
}

const REFUSALS = ['outside_ceiling', 'not_found'] as const

/**
 * The Console API's part on stored webhook events, for those who manage the Hub.
 *
 * @param inboxes By slug of the Hub.
 */
export const inboxFeature = (inboxes: ReadonlyMap<string, HubInbox>): ConsoleFeature => ({
  name: 'Inbox',
  routes(app) {
    const inboxOf = (caller: ConsoleCaller, hub: string): HubInbox => {
      const inbox = inboxes.get(hub)
      if (manages(caller, hub)) {
        if (inbox) return inbox
        throw new Refused('not_found', `There is no inbox of a Hub “${hub}” here.`)
      }
      throw new Refused('outside_ceiling', `You do not manage the Hub ${hub}.`)
    }
    readRoutes(app, inboxes, inboxOf)
    changeRoutes(app, inboxOf)
  },
})

type InboxOf = (caller: ConsoleCaller, hub: string) => HubInbox

const manages = ({ isOrganizationAdmin, manages }: ConsoleCaller, hub: string): boolean =>
  isOrganizationAdmin || manages.includes(hub)

function readRoutes(app: ConsoleApp, inboxes: ReadonlyMap<string, HubInbox>, inboxOf: InboxOf): void {
  app.get(
    '/inbox',
    {
      summary: 'Where deliveries arrive, and how many events there are',
      level: 'admin',
      query: InboxQuery,
      answer: InboxEndpoints,
      refusals: REFUSALS,
    },
    async ({ caller, query: { hub } }) => {
      const wanted =
        hub === undefined
          ? [...inboxes].filter(([slug]) => manages(caller, slug)).map(([, inbox]) => inbox)
          : [inboxOf(caller, hub)]
      const items = wanted.map(async ({ browser, describe }) =>
        Promise.all(
          (await browser.endpoints()).map(async (name) => ({
            ...(await describe(name)),
            counts: await browser.counts(name),
          })),
        ),
      )
      return { items: (await Promise.all(items)).flat() }
    },
  )
  app.get(
    '/inbox/events',
    {
      summary: 'Stored events, newest first',
      level: 'admin',
      query: InboxEventsQuery,
      answer: InboxEventsPage,
      refusals: REFUSALS,
    },
    async ({ caller, query: { hub, limit, offset, ...filter } }) => {
      const { items, total } = await inboxOf(caller, hub).browser.list(filter, { limit, offset })
      return { items, total, offset, limit }
    },
  )
  app.get(
    '/inbox/events/:event',
    {
      summary: 'One stored event with what is in it',
      level: 'admin',
      params: InboxEventParams,
      query: InboxEventQuery,
      answer: InboxEventDetail,
      refusals: REFUSALS,
    },
    async ({ caller, params: { event }, query: { hub } }) => {
      const opened = await inboxOf(caller, hub).browser.open(event)
      if (opened === null) throw new Refused('not_found', 'There is no such event.')
      return opened
    },
  )
  app.get(
    '/inbox/live',
    {
      summary: 'How many events there are, and those that arrive, as it happens',
      level: 'admin',
      query: InboxEventQuery,
      answer: InboxLive,
      isStream: true,
      refusals: REFUSALS,
    },
    ({ caller, query: { hub } }) => {
      const inbox = inboxOf(caller, hub)
      return new EventStream(async function* (signal) {
        for await (const data of followInbox(inbox, signal, inbox.onWatchFailure))
          yield { event: 'inbox', data }
      })
    },
  )
}

const ACTS = {
  replay: 'Store copies of events as new ones',
  release: 'Put quarantined events back to those that wait',
  quarantine: 'Put waiting events aside',
} as const satisfies Record<InboxAct, string>

function changeRoutes(app: ConsoleApp, inboxOf: InboxOf): void {
  for (const act of ['replay', 'release', 'quarantine'] as const)
    app.post(
      `/inbox/${act}`,
      { summary: ACTS[act], level: 'admin', body: InboxChange, answer: InboxChanged, refusals: REFUSALS },
      async ({ caller, body: { hub, events }, requestId }) => {
        const inbox = inboxOf(caller, hub)
        const done = await actOnEvents(inbox.browser, act, events, (names) =>
          inbox.record(act, names, { actor: caller.email, request: requestId }),
        )
        if (done.ok) return { hub, changed: done.value.length, events: done.value }
        const code = done.refusal.reason === 'missing' ? 'not_found' : 'invalid'
        throw new Refused(code, describeRefusal(act, done.refusal))
      },
    )
  app.post(
    '/inbox/test',
    {
      summary: 'Sign a delivery and send it to the Hub’s endpoint',
      level: 'admin',
      body: InboxTest,
      answer: InboxTested,
      refusals: REFUSALS,
    },
    async ({ caller, body: { hub, ...test }, requestId }) => {
      const inbox = inboxOf(caller, hub)
      await inbox.record('test', [], { actor: caller.email, request: requestId })
      const tested = await inbox.sendTest(test)
      if (tested.ok) return tested.value
      const { reason, message } = tested.refusal
      throw new Refused(reason === 'stopped' ? 'unavailable' : 'invalid', message)
    },
  )
}
