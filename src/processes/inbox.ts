import type { AccessChanges } from '#audit/access-changes.ts'
import type { Clock } from '#base/clock.ts'
import type { Environment } from '#base/environment.ts'
import { newId } from '#base/ids.ts'
import { signedHeaders } from '#inbound/webhook/sign.ts'
import type { InboxAct } from '#inbox/acts.ts'
import { createInboxBrowser, type InboxBrowser } from '#inbox/browse.ts'
import type { HubInbox, Recorded } from '#inbox/routes.ts'
import type { InboxTest, InboxTested } from '#inbox/schema.ts'
import { readEventClaims } from '#runs/claimed-events.ts'
import type { Store } from '#store/store.ts'
import { readInboundConfig, type InboundConfig } from './config/inbound.ts'
import { readSharedConfig, type SharedConfig } from './config/shared.ts'

export interface InboxParts {
  hub: string
  hubFolder: string
  environment: Environment
  store: Store
  clock: Clock
  accessChanges: Pick<AccessChanges, 'append'>
  /** Names of the tasks and workflows that events of this endpoint start. */
  handledBy(endpoint: string): readonly string[]
  onWatchFailure(error: Error): void
}

/** A Hub's inbox as the Console and the command line see it. */
export function openHubInbox(parts: InboxParts): HubInbox {
  const { hub, hubFolder, environment, clock } = parts
  const shared = readSharedConfig(environment, hubFolder)
  const { webhook } = readInboundConfig(environment)
  const { name, mode, secret } = webhook
  const path = `/webhooks/${encodeURIComponent(hub)}/${name}`
  const receiver = receiverOf(shared) + path
  return {
    hubFolder,
    browser: inboxBrowser(parts, webhook),
    async describe() {
      const state = secret === null ? 'off' : (await isReceiving(receiver)) ? 'receiving' : 'stopped'
      const handled_by = [...parts.handledBy(name)]
      return { hub, name, address: shared.publicUrl + path, mode, state, handled_by }
    },
    async sendTest(test) {
      return secret === null ? null : sendSigned(receiver, { mode, secret }, test, clock)
    },
    record: (act, events, by) => recordAct(parts, act, events, by),
    onWatchFailure: parts.onWatchFailure,
  }
}

const inboxBrowser = (
  { hub, hubFolder, store, clock }: InboxParts,
  { name, secret }: InboundConfig['webhook'],
): InboxBrowser =>
  createInboxBrowser({
    hub,
    hubFolder,
    name,
    secret,
    clock,
    readClaims: () => readEventClaims(store, { hub, inbox: name }),
  })

async function recordAct(
  { hub, store, clock, accessChanges }: InboxParts,
  act: InboxAct | 'test',
  events: readonly string[],
  { actor, request }: Recorded,
): Promise<void> {
  const change = {
    at: clock.now(),
    actor,
    action: `inbox.${act}`,
    subject: null,
    hub,
    permission: null,
    before: null,
    after: events.length === 0 ? null : { events: [...events] },
    reason: null,
    request,
    revision: null,
  }
  await store.transaction((tx) => accessChanges.append(tx, [change]))
}

const receiverOf = ({ addresses: { inbound } }: SharedConfig): string =>
  `http://${inbound.host}:${inbound.port}`

const ANSWER_MS = 10_000

/** The endpoint takes POST alone; whoever says so is our receiver, serving it. */
const isReceiving = async (url: string): Promise<boolean> => {
  const answer = await fetch(url, { signal: AbortSignal.timeout(1_000) }).catch(() => null)
  await answer?.body?.cancel()
  return answer?.status === 405
}

async function sendSigned(
  url: string,
  proof: { mode: InboundConfig['webhook']['mode']; secret: string },
  { body, content_type, query }: Omit<InboxTest, 'hub'>,
  clock: Pick<Clock, 'now'>,
): Promise<InboxTested | null> {
  const id = `test-${newId()}`
  const answer = await fetch(query === '' ? url : `${url}?${query}`, {
    method: 'POST',
    headers: { 'content-type': content_type, ...signedHeaders(proof, { id, body, nowMs: clock.now() }) },
    body,
    signal: AbortSignal.timeout(ANSWER_MS),
  }).catch(() => null)
  return answer && { status: answer.status, answer: await answer.text(), delivery_id: id }
}
