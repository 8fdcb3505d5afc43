import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { startInbound } from '#processes/inbound.ts'
import {
  InboxEndpoints,
  InboxEventDetail,
  InboxEventsPage,
  InboxTested,
  InboxWait,
} from '#core/inbox/schema.ts'
import { startTestConsole, type ConsoleCaller } from '../support/console.ts'
import { readEvents } from '../support/event-source.ts'
import { freePorts } from '../support/free-ports.ts'
import { deliverTo, inboxOf } from '../support/inboxes.ts'
import { servicesOf } from '../support/own-services.ts'
import { refusal } from './cast.ts'
import { clusterRun } from '../support/cluster-run.ts'

const SECRET = 'open sesame'
const [port] = await freePorts(1)
const inbound = { SVC_INBOUND_PORT: String(port), WEBHOOK_INBOUND_SECRET: SECRET, SVC_INBOUND: 'webhook' }
const hub = await startTestConsole({ after }, { environment: inbound })
const { admin } = hub
const hubFolder = join(hub.folder, 'Garden')
const dataFolder = join(hub.folder, 'data')
const receiver = await startInbound({
  hubFolder,
  environment: {
    ...inbound,
    SVC_DATA_DIR: dataFolder,
    SVC_LOG_LEVEL: 'error',
    ...(await servicesOf(dataFolder)),
  },
})
after(() => receiver[Symbol.asyncDispose]())
await admin.get('/me')
const pat = await hub.addPerson('Pat')

const deliver = async (body: string, query = '') => {
  const answer = await fetch(`${receiver.url}/webhooks/garden/webhook${query}`, {
    method: 'POST',
    headers: { 'x-webhook-secret': SECRET, 'content-type': 'application/json' },
    body,
  })
  assert.equal(await answer.text(), 'ok')
}
const events = async (state = '', caller: ConsoleCaller = admin) => {
  const { json, status, text } = await caller.get(`/inbox/events?hub=garden&state=${state}`)
  assert.equal(status, 200, text)
  return InboxEventsPage.parse(json)
}
const counts = async () => (await admin.get('/inbox?hub=garden')).json.items[0].counts

test('the endpoint is described, without its secret [inbox.console]', async () => {
  const { json, text } = await admin.get('/inbox')
  const [endpoint] = InboxEndpoints.parse(json).items
  assert.deepEqual(
    [endpoint!.hub, endpoint!.name, endpoint!.mode, endpoint!.state],
    ['garden', 'webhook', 'secret', 'receiving'],
  )
  assert.equal(endpoint!.address, `${hub.origin}/webhooks/garden/webhook`)
  assert.ok(!text.includes(SECRET))
})

test('a delivery waits until a person quarantines, releases or replays it [inbox.acts]', async () => {
  await deliver('{"order":1}')
  const before = await events('pending')
  assert.equal(before.total, 1)
  const { event, preview, state } = before.items[0]!
  assert.deepEqual([preview, state], ['{"order":1}', 'pending'])

  const act = (name: string, ...names: string[]) =>
    admin.post(`/inbox/${name}`, { hub: 'garden', events: names })
  assert.deepEqual((await act('quarantine', event)).json, { hub: 'garden', changed: 1, events: [event] })
  assert.equal((await events('quarantined')).items[0]!.event, event)
  assert.deepEqual(refusal(await act('quarantine', event)), [400, 'invalid'])
  assert.deepEqual(await counts(), { pending: 0, claimed: 0, processed: 0, unmatched: 0, quarantined: 1 })

  const replayed = (await act('replay', event)).json
  assert.equal(replayed.changed, 1)
  assert.equal((await events('pending')).items[0]!.event, replayed.events[0])
  assert.notEqual(replayed.events[0], event)

  assert.equal((await act('release', event)).json.changed, 1)
  assert.deepEqual(await counts(), { pending: 2, claimed: 0, processed: 0, unmatched: 0, quarantined: 0 })
  assert.deepEqual(refusal(await act('release', event)), [400, 'invalid'])
  assert.deepEqual(refusal(await act('release', '1.json')), [404, 'not_found'])
  assert.deepEqual(refusal(await act('replay', event, '1.json')), [404, 'not_found'])
  assert.equal((await counts()).pending, 2, 'all or none')

  const { items } = (await admin.get('/access-changes?hub=garden&limit=3')).json
  assert.deepEqual(
    items.map((item: { actor: string; action: string; after: object }) => [
      item.actor,
      item.action,
      item.after,
    ]),
    [
      [admin.email, 'inbox.release', { events: [event] }],
      [admin.email, 'inbox.replay', { events: [event] }],
      [admin.email, 'inbox.quarantine', { events: [event] }],
    ],
  )
})

test('an event opens with its parts, a secret that travelled in the address left out [inbox.no-secrets]', async () => {
  await deliver('{"n":9007199254740993}', `?kind=push&token=${encodeURIComponent(SECRET)}`)
  const { event } = (await events('pending')).items[0]!
  const { json, text } = await admin.get(`/inbox/events/${event}?hub=garden`)
  const opened = InboxEventDetail.parse(json)
  assert.equal(opened.body, '{\n  "n": 9007199254740993\n}')
  assert.deepEqual(opened.query, { kind: 'push' })
  assert.equal(opened.file, clusterRun ? null : `.inbound/webhooks/webhook/${event}`)
  assert.ok(!text.includes(SECRET))
})

test('names that lead elsewhere are no events [inbox.names-only]', async () => {
  for (const name of ['..%2f..%2fagent.md', '..%2f..%2f..%2fagent.json', '.hidden.json', 'x', '%00.json'])
    assert.ok([400, 404].includes((await admin.get(`/inbox/events/${name}?hub=garden`)).status), name)
  for (const name of ['../../agent.md', '../x.json', '.hidden.json', '', 'a\0.json'])
    for (const act of ['replay', 'release', 'quarantine'])
      assert.deepEqual(refusal(await admin.post(`/inbox/${act}`, { hub: 'garden', events: [name] })), [
        400,
        'invalid',
      ])
  assert.ok(existsSync(join(hubFolder, 'agent.md')))
})

test('a test delivery is signed and processed like any other [inbox.test]', async () => {
  const before = (await counts()).pending
  const { json } = await admin.post('/inbox/test', {
    hub: 'garden',
    body: '{"a":"test"}',
    query: 'from=console',
  })
  const { status, answer, delivery_id } = InboxTested.parse(json)
  assert.deepEqual([status, answer], [200, 'ok'])
  assert.match(delivery_id, /^test-/)
  assert.equal((await counts()).pending, before + 1)
  assert.equal((await events('pending')).items[0]!.preview, '{"a":"test"}')
  assert.equal((await admin.get('/access-changes?limit=1')).json.items[0].action, 'inbox.test')
})

test('only those who manage the Hub see or touch its inbox [inbox.scope]', async () => {
  const { event } = (await events('pending')).items[0]!
  const tries = (caller: ConsoleCaller) => [
    caller.get('/inbox'),
    caller.get('/inbox?hub=garden'),
    caller.get('/inbox/events?hub=garden'),
    caller.get(`/inbox/events/${event}?hub=garden`),
    caller.get('/inbox/live?hub=garden'),
    ...['replay', 'release', 'quarantine'].map((act) =>
      caller.post(`/inbox/${act}`, { hub: 'garden', events: [event] }),
    ),
    caller.post('/inbox/test', { hub: 'garden', body: '{}' }),
  ]
  for (const answer of await Promise.all(tries(pat))) assert.deepEqual(refusal(answer), [403, 'forbidden'])
  for (const answer of await Promise.all(tries(hub.visitor)))
    assert.deepEqual(refusal(answer), [401, 'unauthenticated'])
  await admin.post('/access/grant', { subject: pat.email, hub: 'garden', permission: 'manage_access' })
  assert.ok((await events('pending', pat)).total > 0)
  assert.deepEqual(refusal(await pat.get('/inbox/events?hub=orchard')), [403, 'outside_ceiling'])
  await admin.post('/access/revoke', { subject: pat.email, hub: 'garden', permission: 'manage_access' })
})

test('an open page shows new deliveries [inbox.live]', async () => {
  await using live = await readEvents(`${hub.url}/portal/api/inbox/live?hub=garden`, admin.token)
  const first = await live.next()
  assert.deepEqual(first.data.arrived, [])
  await deliver('{"order":"live"}')
  let arrived: { preview: string }[] = []
  while (arrived.length === 0) ({ arrived } = (await live.next()).data)
  assert.deepEqual(
    arrived.map(({ preview }) => preview),
    ['{"order":"live"}'],
  )
})

test('a live view ends soon after its reader lost the right to it [inbox.live]', async () => {
  await admin.post('/access/grant', { subject: pat.email, hub: 'garden', permission: 'manage_access' })
  await using live = await readEvents(`${hub.url}/portal/api/inbox/live?hub=garden`, pat.token)
  await live.next()
  await admin.post('/access/revoke', { subject: pat.email, hub: 'garden', permission: 'manage_access' })
  await live.ended
})

test('events of every endpoint are shown, those without a listener as unmatched, and those of a removed endpoint [inbox.endpoints-shown]', async () => {
  const place = { hubFolder, dataFolder }
  const gone = inboxOf(place, 'former')
  const [first, second] = await deliverTo(place, 'former', [{ n: 1 }, { n: 2 }])
  await gone.markUnmatched([second!])
  const { items } = InboxEndpoints.parse((await admin.get('/inbox?hub=garden')).json)
  const former = items.find(({ name }) => name === 'former')!
  assert.deepEqual([former.state, former.mode, former.secret_variable], ['gone', null, null])
  assert.deepEqual(former.counts, { pending: 1, claimed: 0, processed: 0, unmatched: 1, quarantined: 0 })
  const unmatched = await events('unmatched')
  assert.deepEqual(
    unmatched.items.map(({ event, endpoint, state }) => [event, endpoint, state]),
    [[second, 'former', 'unmatched']],
  )
  const page = InboxEventsPage.parse((await admin.get('/inbox/events?hub=garden&endpoint=former')).json)
  assert.deepEqual(
    page.items.map(({ event }) => event),
    [second, first],
  )
  assert.equal((await admin.get(`/inbox/events/${second}?hub=garden`)).json.endpoint, 'former')
  const unknown = await admin.post('/inbox/test', { hub: 'garden', endpoint: 'former', body: '{}' })
  assert.equal(unknown.status, 400)
})

test('a test address shows one delivery to whoever waits, or why one was refused, and stores nothing [inbox.wait]', async () => {
  const deliverTest = async (secret: string, body = 'From=%2B49&Body=STOP') => {
    const answer = await fetch(`${receiver.url}/webhooks/garden/webhook/test?kind=sms`, {
      method: 'POST',
      headers: { 'x-webhook-secret': secret, 'content-type': 'application/x-www-form-urlencoded' },
      body,
    })
    return `${answer.status} ${await answer.text()}`
  }
  const address = '/inbox/wait?hub=garden&endpoint=webhook'
  const read = async () => InboxWait.parse((await admin.get(address)).json)
  const before = await counts()
  assert.equal(await deliverTest(SECRET), '404 not found', 'nobody waits')
  const started = InboxWait.parse(
    (await admin.post('/inbox/wait', { hub: 'garden', endpoint: 'webhook' })).json,
  )
  assert.equal(started.address, `${hub.origin}/webhooks/garden/webhook/test`)
  assert.deepEqual([started.event, started.refusal], [null, null])
  assert.equal(await deliverTest('wrong'), '403 forbidden')
  const refused = await read()
  assert.deepEqual([refused.refusal?.why, refused.event, refused.until], ['mismatch', null, started.until])
  assert.equal(await deliverTest(SECRET), '200 ok')
  const { event, taken_by } = await read()
  const { query, body } = JSON.parse(event!)
  assert.deepEqual([query, body, taken_by], [{ kind: 'sms' }, { From: '+49', Body: 'STOP' }, null])
  assert.equal(await deliverTest(SECRET), '404 not found', 'one delivery ends the wait')
  assert.deepEqual(await counts(), before)

  await admin.post('/inbox/wait', { hub: 'garden', endpoint: 'webhook' })
  assert.equal((await read()).event, null, 'a new wait begins empty')
  assert.match(await deliverTest(SECRET, 'x'.repeat(1024 * 1024 + 1)), /^413 /)
  for (const caller of [pat]) {
    assert.equal((await caller.get(address)).status, 403)
    assert.equal((await caller.post('/inbox/wait', { hub: 'garden', endpoint: 'webhook' })).status, 403)
  }
  assert.deepEqual(refusal(await admin.post('/inbox/wait', { hub: 'garden', endpoint: 'none' })), [
    404,
    'not_found',
  ])
  const { items } = (await admin.get('/access-changes?hub=garden&limit=1')).json
  assert.equal(items[0].action, 'inbox.test')
})
