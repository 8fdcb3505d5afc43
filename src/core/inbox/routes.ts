import type { ConsoleApp, ConsoleFeature } from '#ground/api/console-app.ts'
import { ApiRefused } from '#ground/api/errors.ts'
import { managedPart, managedParts } from '#ground/api/managed.ts'
import { EventStream } from '#ground/api/event-stream.ts'
import type { Result } from '#ground/base/result.ts'
import { actOnEvents, explainActionRefusal, type InboxAction } from './event-actions.ts'
import type { InboxBrowser } from './browse-all.ts'
import {
  listInboxEndpoints,
  listInboxEvents,
  quarantineInboxEvents,
  readInboxEvent,
  releaseAllEvents,
  releaseInboxEvents,
  readTestWait,
  replayInboxEvents,
  startTestWait,
  undoRelease,
  testInbox,
  watchInbox,
} from './contract.ts'
import type { Recorded } from './inbox-change.ts'
import { followInbox } from './live.ts'
import type { EventStory } from './event-story.ts'
import type { Inboxes } from './inbox.ts'
import type { Releases } from './releases.ts'
import type { TestAddresses } from './test-address/test-addresses.ts'
import type { InboxEndpoint, InboxState, InboxTest, InboxTested } from './schema.ts'

export interface HubInbox {
  inboxes: Inboxes
  browser: InboxBrowser
  describe(endpoint: string): Promise<Omit<InboxEndpoint, 'counts'>>
  sendTest(test: Omit<InboxTest, 'hub'>): Promise<Result<InboxTested, TestRefusal>>
  /** Errors of runs quote providers and tools only if `reader` is the account that the run acted for. */
  storyOf(
    event: { event: string; state: InboxState; receivedAt: number },
    reader: string,
  ): Promise<EventStory>
  releases: Releases
  tests: TestAddresses
  record(action: InboxAction | 'test', events: readonly string[], by: Recorded): Promise<void>
  onWatchFailure(error: Error): void
}

/**
 * `unknown`: the Hub has no such endpoint. `off`: the Hub has no secret with which it could sign the test. `stopped`:
 * the Hub's webhook server does not respond.
 */
export type TestRefusal = { reason: 'unknown' | 'off' | 'stopped'; message: string }

export const inboxFeature = (inboxes: HubInboxes): ConsoleFeature => ({
  routes(app) {
    readRoutes(app, inboxes)
    changeRoutes(app, inboxes)
  },
})

type HubInboxes = ReadonlyMap<string, HubInbox>

function readRoutes(app: ConsoleApp, inboxes: HubInboxes): void {
  app.handle(listInboxEndpoints, async ({ caller, query: { hub } }) => {
    const items = managedParts(inboxes, caller, hub).map(async ({ browser, describe }) =>
      Promise.all(
        (await browser.endpoints()).map(async (name) => ({
          ...(await describe(name)),
          counts: await browser.counts(name),
        })),
      ),
    )
    return { items: (await Promise.all(items)).flat() }
  })
  app.handle(listInboxEvents, async ({ caller, query: { hub, limit, offset, ...filter } }) => {
    const { items, total } = await managedPart(inboxes, caller, hub).browser.list(filter, { limit, offset })
    return { items, total, offset, limit }
  })
  app.handle(readInboxEvent, async ({ caller, params: { event }, query: { hub } }) => {
    const { browser, storyOf } = managedPart(inboxes, caller, hub)
    const opened = await browser.open(event)
    if (opened === null) throw new ApiRefused('not_found', 'There is no such event.')
    const { state, received_at } = opened
    return {
      ...opened,
      ...(await storyOf({ event, state, receivedAt: Date.parse(received_at) }, caller.email)),
    }
  })
  app.handle(readTestWait, async ({ caller, query: { hub, endpoint } }) => {
    const { tests } = managedPart(inboxes, caller, hub)
    if (!tests.has(endpoint)) throw new ApiRefused('not_found', 'The Hub serves no endpoint of this name.')
    return tests.read(endpoint)
  })
  app.handle(watchInbox, ({ caller, query: { hub } }) => {
    const inbox = managedPart(inboxes, caller, hub)
    return new EventStream(async function* (signal) {
      for await (const data of followInbox(inbox, signal, inbox.onWatchFailure))
        yield { event: 'inbox', data }
    })
  })
}

const ACTIONS = {
  replay: replayInboxEvents,
  release: releaseInboxEvents,
  quarantine: quarantineInboxEvents,
} as const satisfies Record<InboxAction, unknown>

function changeRoutes(app: ConsoleApp, inboxes: HubInboxes): void {
  for (const action of ['replay', 'release', 'quarantine'] as const)
    app.handle(ACTIONS[action], async ({ caller, body: { hub, events }, requestId }) => {
      const inbox = managedPart(inboxes, caller, hub)
      const done = await actOnEvents(inbox.browser, action, events, (names) =>
        inbox.record(action, names, { actor: caller.email, request: requestId }),
      )
      if (done.ok) return { hub, changed: done.value.length, events: done.value }
      const code = done.refusal.reason === 'missing' ? 'not_found' : 'invalid'
      throw new ApiRefused(code, explainActionRefusal(action, done.refusal))
    })
  app.handle(releaseAllEvents, async ({ caller, body: { hub, endpoint }, requestId }) => {
    const by = { actor: caller.email, request: requestId }
    const { browser, releases } = managedPart(inboxes, caller, hub)
    if (!(await browser.endpoints()).includes(endpoint))
      throw new ApiRefused('not_found', `There is no endpoint ${endpoint} in this Hub.`)
    const { id, events } = await releases.releaseAll(endpoint, by)
    return { hub, released: events, release: id }
  })
  app.handle(undoRelease, async ({ caller, body: { hub, release }, requestId }) => {
    const by = { actor: caller.email, request: requestId }
    const done = await managedPart(inboxes, caller, hub).releases.undo(release, by)
    if (done === null)
      throw new ApiRefused('not_found', 'This release was undone already, or is too old to be undone.')
    return { hub, taken_back: done.quarantined, kept: done.kept }
  })
  app.handle(startTestWait, async ({ caller, body: { hub, endpoint }, requestId }) => {
    const { tests, record } = managedPart(inboxes, caller, hub)
    if (!tests.has(endpoint)) throw new ApiRefused('not_found', 'The Hub serves no endpoint of this name.')
    await record('test', [], { actor: caller.email, request: requestId })
    return tests.start(endpoint)
  })
  app.handle(testInbox, async ({ caller, body: { hub, ...test }, requestId }) => {
    const inbox = managedPart(inboxes, caller, hub)
    await inbox.record('test', [], { actor: caller.email, request: requestId })
    const tested = await inbox.sendTest(test)
    if (tested.ok) return tested.value
    const { reason, message } = tested.refusal
    throw new ApiRefused(reason === 'stopped' ? 'unavailable' : 'invalid', message)
  })
}
