import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { signUp, type ConsolePerson } from '../support/console-person.ts'
import { deliveryOf, statusOf, textFrom } from './providers/chata-deliveries.ts'
import { startChataServer, type ChataServer } from './providers/chata.ts'
import { startMessagedHub, type MessagedHub } from './started-hub.ts'
import { until } from '../support/until.ts'

const [ANA, ANAS_TABLET, BEN, ID_ONLY] = [
  '16505551234',
  '16505551235',
  '16505550002',
  'US.13491208655302741918',
]

let provider: ChataServer
let hub: MessagedHub
let admin: ConsolePerson
const ends: (() => unknown)[] = []

before(async () => {
  const t = { after: (end: () => unknown) => void ends.push(end) }
  provider = await startChataServer(t as never)
  hub = await startMessagedHub(t, {
    roster: [
      `chata,${ANA},ana@example.com,Ana`,
      `chata,${ANAS_TABLET},ana@example.com,Ana`,
      `chata,${BEN},ben@example.com,Ben`,
      `chata,${ID_ONLY},kim@example.com,Kim`,
    ],
    surfaces: ['chat-a'],
    environment: provider.environment,
  })
  admin = await signUp(hub.url(), { name: 'Ada', email: 'ada@example.com', password: 'correct horse' })
})
after(async () => {
  for (const end of ends.toReversed()) await end()
})

const deliver = async (...values: readonly Readonly<Record<string, unknown>>[]) => {
  const answer = await provider.deliver(hub.addressOf('chata'), deliveryOf(...values))
  assert.equal(answer.status, 200)
}
const sentTo = (number: string, since = 0): string[] =>
  provider.sent
    .slice(since)
    .flatMap(({ request }) => ([request.to, request.recipient].includes(number) ? [request.text.body] : []))
const messageNamed = async (text: string) => (await hub.messages()).find((message) => message.text === text)
const stateOf = async (text: string) => (await messageNamed(text))?.state
const idOf = (body: string) => `wamid.${Buffer.from(body).toString('base64')}`

test('a person blocked during an answer gets no part of it, and gets the reason [messaging.withdrawn]', async () => {
  const since = provider.sent.length
  await deliver(textFrom(BEN, '/wait 8000\n/say secret words'), textFrom(BEN, '/say behind it'))
  await until(async () => (await stateOf('/wait 8000\n/say secret words')) === 'answering')
  await admin.call('POST', '/portal/api/people/block', { subject: 'ben@example.com', suspended: true })
  await until(async () => (await stateOf('/say behind it')) === 'refused')
  assert.equal(await stateOf('/wait 8000\n/say secret words'), 'refused')
  assert.match((await messageNamed('/wait 8000\n/say secret words'))!.reason!, /access_withdrawn: blocked/)
  await until(() => sentTo(BEN, since).length >= 2)
  assert.deepEqual(sentTo(BEN, since), [
    'You no longer have access to this agent, so the answer ends here.',
    'You are blocked. Ask an administrator.',
  ])
  const { items } = await admin.call('GET', '/portal/api/access-changes?action=access.stopped')
  assert.deepEqual(
    items.map(({ subject, after, reason }: any) => [subject, after.kind, typeof after.change, reason]),
    [['ben@example.com', 'channel_answer', 'number', 'blocked']],
  )
})

test('one person on two devices is answered on both at once, each in order; a stop counts for its own [messaging.order]', async () => {
  const since = provider.sent.length
  await deliver(textFrom(ANA, '/wait 600000'))
  await until(async () => (await stateOf('/wait 600000')) === 'answering')
  await deliver(
    textFrom(ANAS_TABLET, '/say one'),
    textFrom(ANA, '/say three'),
    textFrom(ANAS_TABLET, '/say two'),
  )
  await until(() => sentTo(ANAS_TABLET, since).length === 2)
  await deliver(textFrom(ANAS_TABLET, '/stop'))
  await until(() => sentTo(ANAS_TABLET, since).length === 3)
  assert.deepEqual(sentTo(ANAS_TABLET, since), ['one', 'two', 'Nothing is being answered right now.'])
  assert.equal(await stateOf('/wait 600000'), 'answering')
  await deliver(textFrom(ANA, ' /stop'))
  await until(() => sentTo(ANA, since).includes('three'))
  assert.deepEqual(
    sentTo(ANA, since).filter((text) => text !== 'Working on it …'),
    ['Stopped.', 'three'],
  )
})

test('a message deleted during its answer gets no answer, and the next message does [messaging.edited]', async () => {
  const since = provider.sent.length
  const body = '/wait 600001'
  await deliver(textFrom(ANA, body))
  await until(async () => (await stateOf(body)) === 'answering')
  const revoke = {
    type: 'revoke',
    text: undefined,
    revoke: { original_message_id: idOf(body) },
    id: 'wamid.revoke',
  }
  await deliver(textFrom(ANA, 'taken back', revoke), textFrom(ANA, '/say still here'))
  await until(() => sentTo(ANA, since).includes('still here'))
  assert.deepEqual(
    sentTo(ANA, since).filter((text) => text !== 'Working on it …'),
    ['still here'],
  )
  const deleted = (await hub.messages()).find(({ key }) => key === idOf(body))
  assert.deepEqual([deleted?.state, deleted?.text], ['stopped', ''])
})

test('a message in any order, alone or among unknown events, is answered as usual [messaging.once]', async () => {
  const since = provider.sent.length
  const body = '/say in a strange company'
  const edit = {
    type: 'edit',
    text: undefined,
    id: 'wamid.edit',
    edit: { original_message_id: idOf(body), message: { type: 'text', text: { body: '/say too early' } } },
  }
  const unknown = { type: 'hologram', text: undefined, hologram: { beam: 1 }, id: 'wamid.hologram' }
  const foreign = { id: 'wamid.foreign', request: { to: ANA } } as never
  await deliver(statusOf(foreign, 'delivered'), statusOf(foreign, 'sent'))
  await deliver(textFrom(ANA, 'edited', edit))
  await deliver(statusOf(foreign, 'read'), textFrom(ANA, 'what', unknown), textFrom(ANA, body), {
    messages: 'none',
  })
  await until(() => sentTo(ANA, since).length === 1)
  assert.deepEqual(sentTo(ANA, since), ['in a strange company'])
  const [sent] = provider.sent.slice(since)
  await deliver(statusOf(sent!, 'read'))
  await deliver(statusOf(sent!, 'delivered'))
  await deliver(statusOf(sent!, 'sent'))
  await until(async () => (await stateOf(body)) === 'sent')
  assert.equal((await hub.messages()).filter(({ text }) => text === 'what').length, 0)
})

test('a person without a number is answered by their id [messaging.roster]', async () => {
  const value = {
    contacts: [{ profile: { name: 'Kim' }, user_id: ID_ONLY }],
    messages: [
      {
        from_user_id: ID_ONLY,
        id: 'wamid.id-only',
        timestamp: '1749416383',
        type: 'text',
        text: { body: '/say hello' },
      },
    ],
  }
  await deliver(value)
  await until(() => sentTo(ID_ONLY).length === 1)
  assert.deepEqual(sentTo(ID_ONLY), ['hello'])
  assert.deepEqual(provider.refused, [])
})

test('a body of 10 MB is refused, a forged body too, and the following deliveries are accepted [chata.verified]', async () => {
  const since = provider.sent.length
  const count = (await hub.messages()).length
  const huge = deliveryOf(textFrom(ANA, 'x'.repeat(10 * 1024 * 1024)))
  assert.equal((await provider.deliver(hub.addressOf('chata'), huge)).status, 413)
  const forged = await fetch(hub.addressOf('chata'), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` },
    body: JSON.stringify(huge),
  })
  assert.equal(forged.status, 403)
  await deliver(textFrom(ANA, '/say after the flood'))
  await until(() => sentTo(ANA, since).length === 1)
  assert.equal((await hub.messages()).length, count + 1)
})
