import type { AccessChanges } from '#core/audit/access-changes.ts'
import type { Clock } from '#ground/base/clock.ts'
import type { Environment } from '#ground/base/environment.ts'
import { newId } from '#ground/base/ids.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import { endpointPath } from '#ground/hub/endpoint-path.ts'
import { signedHeaders } from '#surfaces/inbound/webhook/sign.ts'
import type { InboxAct } from '#core/inbox/acts.ts'
import { createInboxBrowser } from '#core/inbox/browse-all.ts'
import type { Endpoint, Endpoints } from '#core/inbox/endpoints/open.ts'
import type { HubInbox, Recorded, TestRefusal } from '#core/inbox/routes.ts'
import type { InboxTest, InboxTested } from '#core/inbox/schema.ts'
import { readEventClaims } from '#features/work/runs/claimed-events.ts'
import type { Store } from '#ground/store/store.ts'
import { readSharedConfig } from './config/shared.ts'

export interface InboxParts {
  hub: string
  hubFolder: string
  environment: Environment
  store: Store
  clock: Clock
  accessChanges: Pick<AccessChanges, 'append'>
  endpoints: Pick<Endpoints, 'current'>
  /** Names of the tasks and workflows that events of an endpoint start. */
  handledBy(endpoint: string): readonly string[]
  onWatchFailure(error: Error): void
}

/** A Hub's inboxes as the Console and the command line see them. */
export function openHubInbox(parts: InboxParts): HubInbox {
  const { hub, hubFolder, environment, store, clock } = parts
  const shared = readSharedConfig(environment, hubFolder)
  const endpoints = () => parts.endpoints.current()
  const receiverOf = (name: string): string => {
    const { host, port } = shared.addresses.inbound
    return `http://${host}:${port}${endpointPath(hub, name)}`
  }
  return {
    hubFolder,
    browser: createInboxBrowser({
      hub,
      hubFolder,
      endpoints,
      clock,
      readClaims: (inbox) => readEventClaims(store, { hub, inbox }),
    }),
    async describe(name) {
      const endpoint = endpoints().find((one) => one.name === name)
      const address = shared.publicUrl + endpointPath(hub, name)
      return {
        hub,
        name,
        address,
        mode: endpoint?.mode ?? null,
        secret_variable: endpoint?.secretVariable ?? null,
        state: endpoint ? await stateOf(endpoint, receiverOf(name), clock) : 'gone',
        handled_by: [...parts.handledBy(name)],
      }
    },
    sendTest({ endpoint: name, ...test }) {
      const endpoint = name === undefined ? endpoints()[0] : endpoints().find((one) => one.name === name)
      return sendTest(endpoint, test, { receiverOf, clock })
    },
    record: (act, events, by) => recordAct(parts, act, events, by),
    onWatchFailure: parts.onWatchFailure,
  }
}

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

const ANSWER_MS = 10_000
const LOOK_MS = 1_000

/** Proven, a request that is no POST gets 405; whoever answers so is our receiver, and holds the secret that we do. */
async function stateOf(
  { mode, secret }: Endpoint,
  url: string,
  clock: Pick<Clock, 'now'>,
): Promise<'off' | 'receiving' | 'stopped'> {
  if (secret === null) return 'off'
  const proof = signedHeaders({ mode, secret }, { id: 'look', body: '', nowMs: clock.now() })
  const signal = AbortSignal.timeout(LOOK_MS)
  const answer = await fetch(url, { headers: proof, signal }).catch(() => null)
  await answer?.body?.cancel()
  return answer?.status === 405 ? 'receiving' : 'stopped'
}

async function sendTest(
  endpoint: Endpoint | undefined,
  { body, content_type, query }: Pick<InboxTest, 'body' | 'content_type' | 'query'>,
  { receiverOf, clock }: { receiverOf(name: string): string; clock: Pick<Clock, 'now'> },
): Promise<Result<InboxTested, TestRefusal>> {
  if (!endpoint) return refused({ reason: 'unknown', message: 'There is no such endpoint.' })
  const { name, mode, secret, secretVariable } = endpoint
  if (secret === null)
    return refused({
      reason: 'off',
      message: `The endpoint ${name} has no secret: set ${secretVariable} in the Hub’s .env.`,
    })
  const id = `test-${newId()}`
  const url = receiverOf(name)
  const answer = await fetch(query === '' ? url : `${url}?${query}`, {
    method: 'POST',
    headers: {
      'content-type': content_type,
      ...signedHeaders({ mode, secret }, { id, body, nowMs: clock.now() }),
    },
    body,
    signal: AbortSignal.timeout(ANSWER_MS),
  }).catch(() => null)
  return answer
    ? accepted({ status: answer.status, answer: await answer.text(), delivery_id: id })
    : refused({
        reason: 'stopped',
        message: 'No receiver runs: start the Hub with --webhook, or hub inbound beside it.',
      })
}
