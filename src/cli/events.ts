import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { createAccessChanges } from '#core/audit/access-changes.ts'
import { systemClock } from '#ground/base/clock.ts'
import { hintAt } from '#ground/base/nearest-name.ts'
import { openHubInbox } from '#core/inbox/hub-inbox.ts'
import {
  actOnEvents,
  explainActionRefusal as describeActionRefusal,
  type InboxAction,
} from '#core/inbox/event-actions.ts'
import { allRefusals } from '#core/inbox/notices/shown.ts'
import { describeVerificationRefusal } from '#core/inbox/verification/refusal.ts'
import type { HubInbox, TestRefusal } from '#core/inbox/routes.ts'
import { InboxTest, type InboxState } from '#core/inbox/schema.ts'
import { eventRuns } from '#features/work/runs/claimed-events.ts'
import { readSharedConfig } from '#processes/config/shared.ts'
import { openHubEndpoints } from '#core/inbox/endpoints/settings.ts'
import { refuseHalfMoved } from '#processes/unfinished-move.ts'
import { inboxesOf, noticesOf, testWaitsOf } from '#processes/inboxes.ts'
import { openKnownStore } from '#ground/store/known-store.ts'
import { createWorkNotifier } from '#processes/work-notifier.ts'
import { commandName } from './command-name.ts'
import { CommandFailure } from './failure.ts'
import { hubFolderOf } from './hub-folder.ts'
import { readNotices } from './inbox-notices.ts'
import { alignColumns, formatDim, print, printJson } from './print.ts'
import { readCommandSettings } from './settings.ts'

interface Options {
  hub?: string
  json?: boolean
}

/** Anyone who can read the machine's files acts as its operator. */
const OPERATOR = { actor: 'system:cli', request: null }

export async function listEvents(
  options: Options & { state?: InboxState; endpoint?: string; limit: number },
): Promise<void> {
  await using opened = await openInbox(options.hub)
  const { state, endpoint, limit } = options
  const { items, total } = await opened.inbox.browser.list({ state, endpoint }, { limit, offset: 0 })
  if (options.json) return items.forEach(printJson)
  if (total === 0) return print(state ? `no ${state} events` : 'no events')
  const isOne = (await opened.inbox.browser.endpoints()).length === 1
  const rows = items.map((item) => [
    item.event,
    ...(isOne ? [] : [item.endpoint]),
    item.state,
    item.received_at,
    item.preview.slice(0, 60),
  ])
  print(alignColumns(rows, ''))
  if (items.length < total) print(formatDim(`${total - items.length} more; --limit shows more`))
}

export async function listRefused({ hub, json }: Options): Promise<void> {
  const hubFolder = hubFolderOf(hub)
  const refusals = allRefusals(await readNotices(hubFolder, await readCommandSettings(hubFolder)))
  if (json) return refusals.forEach(printJson)
  if (refusals.length === 0) return print('no refused deliveries')
  const rows = refusals.map((refusal) => [
    refusal.at,
    refusal.endpoint || '(no endpoint)',
    describeVerificationRefusal(refusal),
  ])
  return print(alignColumns(rows, ''))
}

export async function showEvent(name: string, { hub, json }: Options): Promise<void> {
  await using opened = await openInbox(hub)
  const event = await opened.inbox.browser.open(name)
  if (event === null)
    throw new CommandFailure(
      `there is no event ${name} in this inbox; ${commandName()} events list shows all`,
    )
  if (json) return printJson(event)
  const query = new URLSearchParams(
    Object.entries(event.query).flatMap(([key, value]) =>
      [value].flat().map((one): [string, string] => [key, one]),
    ),
  )
  const facts = [
    ['event', event.event],
    ['endpoint', event.endpoint],
    ['state', event.state],
    ['received', event.received_at],
    ['type', event.content_type],
    ...(query.size === 0 ? [] : [['query', decodeURIComponent(query.toString())]]),
    ...Object.entries(event.headers),
    ...(event.run_id === null ? [] : [['run', `${event.run_id} (${event.run_status})`]]),
    ...(event.file === null ? [] : [['file', event.file]]),
  ]
  return print(`${alignColumns(facts, '')}\n\n${event.body ?? formatDim('(the body is too large to show)')}`)
}

export async function actOn(
  action: InboxAction,
  names: readonly string[],
  { hub, json }: Options,
): Promise<void> {
  await using opened = await openInbox(hub)
  const { browser, record } = opened.inbox
  const done = await actOnEvents(browser, action, names, (events) => record(action, events, OPERATOR))
  if (!done.ok) throw new CommandFailure(describeActionRefusal(action, done.refusal))
  for (const event of done.value) {
    if (json) printJson({ act: action, event })
    else print(event)
  }
}

export async function testEvents(
  options: Options & { endpoint?: string; body: string; query: string; contentType: string },
): Promise<void> {
  await using opened = await openInbox(options.hub)
  const body = options.body === '-' ? await text(process.stdin) : options.body
  const type = InboxTest.shape.content_type.safeParse(options.contentType)
  if (!type.success) throw new CommandFailure(`--content-type: ${type.error.issues[0]!.message}`)
  await opened.inbox.record('test', [], OPERATOR)
  const sent = await opened.inbox.sendTest({
    endpoint: options.endpoint,
    body,
    query: options.query,
    content_type: type.data,
  })
  if (!sent.ok)
    throw new CommandFailure(await describeTestRefusal(sent.refusal, options.endpoint, opened.inbox))
  const tested = sent.value
  if (tested.status !== 200) process.exitCode = 1
  if (options.json) return printJson(tested)
  return print(`${tested.status} ${tested.answer}  ${formatDim(tested.delivery_id)}`)
}

const POLL_MS = 500

export async function waitForDelivery({
  hub,
  json,
  endpoint: name,
}: Options & { endpoint?: string }): Promise<void> {
  await using opened = await openInbox(hub)
  const { browser, record, tests } = opened.inbox
  const names = await browser.endpoints()
  const endpoint = name ?? names[0]!
  if (!tests.has(endpoint))
    throw new CommandFailure(
      `the Hub serves no endpoint ${endpoint}${hintAt(endpoint, names)}; endpoints are: ${names.join(', ')}`,
    )
  await record('test', [], OPERATOR)
  let wait = await tests.start(endpoint)
  if (!json) print(`waiting for a delivery until ${wait.until} at ${wait.address}`)
  const endsAt = Date.parse(wait.until!)
  for (let refusedAt = ''; wait.event === null && Date.now() < endsAt;) {
    await sleep(POLL_MS)
    wait = await tests.read(endpoint)
    if (!json && wait.refusal && wait.refusal.at !== refusedAt)
      print(`refused: ${describeVerificationRefusal(wait.refusal)}`)
    refusedAt = wait.refusal?.at ?? ''
  }
  if (json) printJson(wait)
  else if (wait.event !== null) print(wait.event)
  if (wait.event === null) throw new CommandFailure('no delivery arrived')
}

async function describeTestRefusal(
  { reason, message }: TestRefusal,
  endpoint: string | undefined,
  { browser }: HubInbox,
): Promise<string> {
  if (reason === 'stopped')
    return `no receiver runs; start one with: ${commandName()} run --webhook, or ${commandName()} inbound`
  if (reason === 'off') return message
  const names = await browser.endpoints()
  return `there is no endpoint ${endpoint}${hintAt(endpoint ?? '', names)}; endpoints are: ${names.join(', ')}`
}

async function openInbox(folderArgument: string | undefined): Promise<AsyncDisposable & { inbox: HubInbox }> {
  const hubFolder = hubFolderOf(folderArgument)
  const { environment } = await readCommandSettings(hubFolder)
  const shared = readSharedConfig(environment, hubFolder)
  refuseHalfMoved(shared)
  await using parts = new AsyncDisposableStack()
  const store = parts.use(await openKnownStore(shared))
  const notifications = parts.use(createWorkNotifier(shared))
  const endpoints = parts.use(await openHubEndpoints({ hubFolder, environment, watch: false }))
  const inbox = openHubInbox({
    hub: shared.hubSlug,
    hubFolder,
    notices: await noticesOf(shared, { store }),
    waits: await testWaitsOf(shared, { store }),
    inboxes: await inboxesOf(shared, { store, clock: systemClock, notifications }),
    publicUrl: shared.publicUrl,
    receiver: shared.addresses.inbound,
    ...eventRuns(store, shared.hubSlug),
    store,
    clock: systemClock,
    accessChanges: createAccessChanges(store),
    endpoints,
    handledBy: () => [],
    takerOf: async () => null,
    onWatchFailure: () => {},
  })
  const opened = parts.move()
  return { inbox, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}
