import type { AccessChanges } from '#core/audit/access-changes.ts'
import type { Clock } from '#ground/base/clock.ts'
import { newId } from '#ground/base/ids.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import { endpointPath } from '#ground/hub/endpoint-path.ts'
import { SELF_CHECK_HEADER } from './endpoints/self-check.ts'
import { signedRequest } from './endpoints/sign.ts'
import { createTestAddresses, type TestAddressesDeps } from './test-address/test-addresses.ts'
import type { TestWaits } from './test-address/test-waits.ts'
import type { InboxAction } from './event-actions.ts'
import type { EventClaim } from './browse.ts'
import { createInboxBrowser } from './browse-all.ts'
import type { NoticesKeeper } from './notices/notices.ts'
import { shownNotices } from './notices/shown.ts'
import type { Endpoint, Endpoints } from './endpoints/open.ts'
import type { Inboxes } from './inbox.ts'
import type { HubInbox, TestRefusal } from './routes.ts'
import { createReleases, type Release } from './releases.ts'
import { readStory } from './event-story.ts'
import { inboxChange, type Recorded } from './inbox-change.ts'
import type { EventRun, InboxEndpoint, InboxTest, InboxTested } from './schema.ts'
import type { Store } from '#ground/store/store.ts'

export interface HubInboxDeps {
  hub: string
  hubFolder: string
  inboxes: Inboxes
  notices: Pick<NoticesKeeper, 'read'>
  waits: TestWaits
  takerOf: TestAddressesDeps['takerOf']
  publicUrl: string
  receiver: { host: string; port: number }
  store: Store
  clock: Clock
  accessChanges: Pick<AccessChanges, 'append' | 'list'>
  endpoints: Pick<Endpoints, 'current'>
  readClaims(inbox: string): Promise<ReadonlyMap<string, EventClaim>>
  readLastRuns(inbox: string, names: readonly string[]): Promise<ReadonlyMap<string, EventClaim>>
  readRuns(event: string, reader: string): Promise<EventRun[]>
  handledBy(endpoint: string): readonly string[]
  onWatchFailure(error: Error): void
}

export function openHubInbox(parts: HubInboxDeps): HubInbox {
  const { hub, hubFolder, inboxes, clock, receiver } = parts
  const endpoints = () => parts.endpoints.current()
  const releases = createReleases(parts)
  const receiverOf = (name: string): string => {
    return `http://${receiver.host}:${receiver.port}${endpointPath(hub, name)}`
  }
  return {
    inboxes,
    browser: createInboxBrowser({
      hub,
      hubFolder,
      inboxes,
      endpoints,
      readClaims: parts.readClaims,
      readLastRuns: parts.readLastRuns,
    }),
    storyOf: (event, reader) => readStory(parts, event, reader),
    releases,
    tests: createTestAddresses(parts),
    async describe(name) {
      const endpoint = endpoints().find((one) => one.name === name)
      const address = parts.publicUrl + endpointPath(hub, name)
      return {
        hub,
        name,
        address,
        mode: endpoint?.mode ?? null,
        secret_variable: endpoint?.secretVariable ?? null,
        state: endpoint ? await stateOf(endpoint, { url: receiverOf(name), address, clock }) : 'gone',
        handled_by: [...parts.handledBy(name)],
        notices: shownNotices(name, (await parts.notices.read())[name]),
        last_release: lastReleaseOf(await releases.latest(name)),
      }
    },
    sendTest({ endpoint: name, ...test }) {
      const endpoint = name === undefined ? endpoints()[0] : endpoints().find((one) => one.name === name)
      const addressOf = (name: string) => parts.publicUrl + endpointPath(hub, name)
      return sendTest(endpoint, test, { receiverOf, addressOf, clock })
    },
    record: (action, events, by) => recordAction(parts, action, events, by),
    onWatchFailure: parts.onWatchFailure,
  }
}

async function recordAction(
  { hub, store, clock, accessChanges }: HubInboxDeps,
  action: InboxAction | 'test',
  events: readonly string[],
  by: Recorded,
): Promise<void> {
  const after = events.length === 0 ? null : { events: [...events] }
  const change = inboxChange({ hub, at: clock.now(), action, after, by })
  await store.transaction((tx) => accessChanges.append(tx, [change]))
}

const lastReleaseOf = (release: Release | null): InboxEndpoint['last_release'] =>
  release && {
    id: release.id,
    at: new Date(release.at).toISOString(),
    by: release.by,
    events: release.events,
    waiting: release.pending,
  }

const ANSWER_MS = 10_000
const READ_TIMEOUT_MS = 1_000

async function stateOf(
  endpoint: Endpoint,
  { url, address, clock }: { url: string; address: string; clock: Pick<Clock, 'now'> },
): Promise<'off' | 'receiving' | 'stopped'> {
  const { secret } = endpoint
  if (secret === null) return 'off'
  const look = { id: 'look', body: '', contentType: '', url: address, nowMs: clock.now() }
  const signed = signedRequest({ ...endpoint, secret }, look)
  const signal = AbortSignal.timeout(READ_TIMEOUT_MS)
  const headers = { ...signed?.headers, [SELF_CHECK_HEADER]: '1' }
  const body = signed?.body || null
  const answer = await fetch(url, { method: 'PUT', headers, body, signal }).catch(() => null)
  await answer?.body?.cancel()
  const expected = signed ? [405] : [401, 403]
  return expected.includes(answer?.status ?? 0) ? 'receiving' : 'stopped'
}

async function sendTest(
  endpoint: Endpoint | undefined,
  { body, content_type, query }: Pick<InboxTest, 'body' | 'content_type' | 'query'>,
  {
    receiverOf,
    addressOf,
    clock,
  }: { receiverOf(name: string): string; addressOf(name: string): string; clock: Pick<Clock, 'now'> },
): Promise<Result<InboxTested, TestRefusal>> {
  if (!endpoint) return refused({ reason: 'unknown', message: 'There is no endpoint with this name.' })
  const { name, secret, secretVariable } = endpoint
  if (secret === null)
    return refused({
      reason: 'off',
      message: `The endpoint ${name} has no secret: set ${secretVariable} in the Hub’s .env.`,
    })
  const id = `test-${newId()}`
  const withQuery = (url: string, ...queries: string[]) =>
    [url, queries.filter((one) => one !== '').join('&')].filter((one) => one !== '').join('?')
  const url = withQuery(addressOf(name), query)
  const delivery = { id, body, contentType: content_type, url, nowMs: clock.now() }
  const signed = signedRequest({ ...endpoint, secret }, delivery)
  if (!signed)
    return refused({
      reason: 'off',
      message: `Only the sender can sign for the endpoint ${name}: ${secretVariable} holds the public key of the sender. Send a test from the sender’s settings.`,
    })
  const added = new URLSearchParams(signed.query).toString()
  const answer = await fetch(withQuery(receiverOf(name), query, added), {
    method: 'POST',
    headers: { 'content-type': content_type, ...signed.headers },
    body: signed.body,
    signal: AbortSignal.timeout(ANSWER_MS),
  }).catch(() => null)
  return answer
    ? accepted({ status: answer.status, answer: await answer.text(), delivery_id: id })
    : refused({
        reason: 'stopped',
        message: 'No receiver runs: restart the Hub with --webhook, or also run hub inbound.',
      })
}
