import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import test, { type TestContext } from 'node:test'
import type { Channel, OutgoingMessage, SendOutcome } from '#features/messaging/channel.ts'
import { chata } from '#features/messaging/channels/chata/kind.ts'
import { systemClock } from '#ground/base/clock.ts'
import { verifyInboundRequest } from '#surfaces/inbound/verify-request.ts'
import { testClock } from '../support/clock.ts'
import { freePort } from '../support/free-ports.ts'
import { startRecordingServer } from '../support/recording-server.ts'
import { deliveryOf, statusOf, textFrom } from './providers/chata-deliveries.ts'
import { providerError, startChataServer, type Fault } from './providers/chata.ts'

const open = async (t: TestContext, more: Record<string, string> = {}, clock = systemClock) => {
  const server = await startChataServer(t)
  const channel = await chata.open({ environment: { ...server.environment, ...more }, clock })
  assert.ok(channel)
  t.after(() => channel[Symbol.asyncDispose]())
  return { server, channel }
}

const never = new AbortController().signal

const message = (more: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  id: 'ours-1',
  to: { conversation: '106540352242922:16505551234', replyTo: null },
  text: 'Hello *you*',
  plain: 'Hello you',
  ...more,
})

const send = (channel: Channel, more: Partial<OutgoingMessage> = {}) => channel.send(message(more), never)

test('a message goes to a number, quotes its original, and its statuses contain our own id', async (t) => {
  const { server, channel } = await open(t)
  const to = { conversation: '106540352242922:16505551234', replyTo: 'wamid.question' }
  const outcome = await send(channel, { to })
  const [sent] = server.sent
  assert.deepEqual(outcome, { outcome: 'sent', id: sent?.id })
  assert.deepEqual(sent?.request, {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    to: '16505551234',
    type: 'text',
    text: { body: 'Hello *you*', preview_url: false },
    context: { message_id: 'wamid.question' },
    biz_opaque_callback_data: 'ours-1',
  })
  assert.deepEqual(await channel.read(deliveryOf(statusOf(sent, 'delivered'))), [
    { kind: 'status', id: sent.id, ours: 'ours-1', state: 'delivered', reason: null, at: 1749416390000 },
  ])
  assert.deepEqual(server.refused, [])
})

test('a person without a number is written to by business-scoped id, and a group as one', async (t) => {
  const { server, channel } = await open(t)
  const sendTo = (conversation: string) => send(channel, { to: { conversation, replyTo: null } })
  await sendTo('106540352242922:US.13491208655302741918')
  await sendTo('106540352242922:US.ENT.11815799212886844830')
  await sendTo('106540352242922:group:Y2FwaV9ncm91cDox')
  assert.deepEqual(
    server.sent.map(({ request: { recipient_type, to, recipient } }) => ({ recipient_type, to, recipient })),
    [
      { recipient_type: 'individual', to: undefined, recipient: 'US.13491208655302741918' },
      { recipient_type: 'individual', to: undefined, recipient: 'US.ENT.11815799212886844830' },
      { recipient_type: 'group', to: 'Y2FwaV9ncm91cDox', recipient: undefined },
    ],
  )
  assert.deepEqual(server.refused, [])
  assert.deepEqual(await sendTo('nowhere'), { outcome: 'failed', reason: 'there is no conversation nowhere' })
})

test('a message is marked as read, and typing is shown', async (t) => {
  const { server, channel } = await open(t)
  await channel.acknowledge?.(
    { conversation: '106540352242922:16505551234', replyTo: null },
    'wamid.1',
    never,
  )
  assert.deepEqual(server.acknowledged, [{ messageId: 'wamid.1', isTyping: true }])
  server.fail({ status: 500, html: '<html>' }, { closed: 'before' })
  await channel.acknowledge?.(
    { conversation: '106540352242922:16505551234', replyTo: null },
    'wamid.2',
    never,
  )
  await channel.acknowledge?.(
    { conversation: '106540352242922:16505551234', replyTo: null },
    'wamid.3',
    never,
  )
  assert.deepEqual(server.refused, [])
})

const error = (code: number, status = 400, subcode?: number): Fault => ({
  status,
  json: providerError(code, 'said so', subcode),
})

const MENDED = 300_000

const TOLD: readonly [title: string, fault: Fault, outcome: Record<string, unknown>][] = [
  ['outside the window of 24 hours', error(131047), { outcome: 'closed', reason: 'said so (131047)' }],
  ['too much from the number', error(130429), { outcome: 'later', of: 'channel', afterMs: 1000 }],
  ['too much to one person', error(131056), { outcome: 'later', of: 'conversation', afterMs: 1000 }],
  ['undeliverable', error(131026), { outcome: 'failed', reason: 'said so (131026)' }],
  [
    'an unknown error that surely failed',
    error(131000, 500),
    { outcome: 'later', of: 'conversation', afterMs: 1000 },
  ],
  ['a service that is down', error(131016, 503), { outcome: 'later', of: 'channel', afterMs: 1000 }],
  ['an error of which nobody knows', error(1, 500), { outcome: 'unknown' }],
  ['a wrong parameter', error(100), { outcome: 'failed', reason: 'said so (100)' }],
  ['a number that is not ours', error(100, 400, 33), { outcome: 'later', of: 'channel', afterMs: MENDED }],
  ['an account that is locked', error(131031, 403), { outcome: 'later', of: 'channel', afterMs: MENDED }],
  ['a token that ran out', error(190, 401), { outcome: 'later', of: 'channel', afterMs: MENDED }],
  ['a token that may not', error(10, 403), { outcome: 'later', of: 'channel', afterMs: MENDED }],
  ['401 in HTML', { status: 401, html: '<h1>no' }, { outcome: 'later', of: 'channel', afterMs: MENDED }],
  ['403 in HTML', { status: 403, html: '<h1>no' }, { outcome: 'later', of: 'channel', afterMs: MENDED }],
  [
    'a redirect',
    { status: 302, html: '', headers: { location: 'https://a.example' } },
    { outcome: 'later', of: 'channel', afterMs: MENDED },
  ],
  [
    '429 with a wait',
    { status: 429, html: '', headers: { 'retry-after': '7' } },
    { outcome: 'later', of: 'channel', afterMs: 7000 },
  ],
  ['429 without', { status: 429, html: '' }, { outcome: 'later', of: 'channel', afterMs: 1000 }],
  ['500 in HTML', { status: 500, html: '<h1>Sorry' }, { outcome: 'unknown' }],
  ['502 in HTML', { status: 502, html: '<h1>Bad gateway' }, { outcome: 'unknown' }],
  [
    '429 with a wait of days',
    { status: 429, html: '', headers: { 'retry-after': '500000' } },
    { outcome: 'later', of: 'channel', afterMs: 3_600_000 },
  ],
  [
    '503 with a wait',
    { status: 503, html: '', headers: { 'retry-after': '3' } },
    { outcome: 'later', of: 'channel', afterMs: 3000 },
  ],
  ['200 in HTML', { status: 200, html: '<h1>Welcome' }, { outcome: 'unknown' }],
  ['200 without an id', { status: 200, json: { messages: [] } }, { outcome: 'unknown' }],
  ['400 in HTML', { status: 400, html: '<h1>Bad' }, { outcome: 'failed' }],
  ['an end before the message was taken', { closed: 'before' }, { outcome: 'unknown' }],
  ['an end after it was taken', { closed: 'after' }, { outcome: 'unknown' }],
]

for (const [title, fault, expected] of TOLD)
  test(`a refusal has its documented outcome: ${title}`, async (t) => {
    const { server, channel } = await open(t)
    server.fail(fault)
    const outcome = await send(channel)
    assert.partialDeepStrictEqual(outcome, expected)
    assertNoSecret(outcome, server.token)
    assert.equal((await send(channel)).outcome, 'sent')
  })

test('delays grow during refusals, each by its own rule, and restart after a sent message', async (t) => {
  const { server, channel } = await open(t)
  const waitOf = (outcome: SendOutcome) => (outcome.outcome === 'later' ? outcome.afterMs : null)
  const waits = async (code: number) => {
    server.fail(error(code), error(code), error(code))
    return [waitOf(await send(channel)), waitOf(await send(channel)), waitOf(await send(channel))]
  }
  assert.deepEqual(await waits(131056), [1000, 4000, 16_000])
  assert.deepEqual(await waits(130429), [1000, 2000, 4000])
  await send(channel)
  assert.deepEqual(await waits(131056), [1000, 4000, 16_000])
  const other = { to: { conversation: '106540352242922:4915112345678', replyTo: null } }
  server.fail(error(131056))
  assert.equal(waitOf(await send(channel, other)), 1000, 'others wait for themselves')
})

test('a refusal of the token names the variable, never the token', async (t) => {
  const { server, channel } = await open(t, { CHATA_ACCESS_TOKEN: 'EAAG-wrong' })
  const outcome = await send(channel)
  assert.deepEqual(outcome, {
    outcome: 'later',
    of: 'channel',
    afterMs: MENDED,
    reason: 'CHATA_ACCESS_TOKEN is not valid (any more); put a new one into the Hub’s .env',
  })
  const media = await channel.fetchMedia({ id: '1', filename: 'a', contentType: null, bytes: null }, never)
  assert.equal(media.ok, false)
  assertNoSecret([outcome, media], 'EAAG-wrong')
  assert.deepEqual(server.sent, [])
})

test('a provider that is not there was sent nothing', async (t) => {
  const { channel } = await open(t, { CHATA_API_BASE: `http://127.0.0.1:${await freePort()}/v26.0` })
  assert.deepEqual(await send(channel), {
    outcome: 'later',
    of: 'channel',
    afterMs: 1000,
    reason: 'no answer of the provider: ECONNREFUSED',
  })
  assert.partialDeepStrictEqual(await send(channel), { outcome: 'later', afterMs: 2000 })
})

test('a provider that stays silent, or a stop meanwhile, leaves open whether the message went', async (t) => {
  const clock = testClock()
  const { server, channel } = await open(t, {}, clock)
  server.fail({ silent: 'after' })
  const sending = send(channel)
  await clock.sleeperFor(30_000)
  clock.advance(30_000)
  assert.partialDeepStrictEqual(await sending, {
    outcome: 'unknown',
    reason: 'no answer of the provider: Late',
  })

  server.fail({ silent: 'before' })
  const stop = new AbortController()
  const stopped = channel.send(message(), stop.signal)
  await clock.sleeperFor(30_000)
  stop.abort()
  assert.equal((await stopped).outcome, 'unknown')
  assert.partialDeepStrictEqual(await channel.send(message(), stop.signal), { outcome: 'later' })
})

const file = { id: '1013859600285441', filename: 'rose.jpg', contentType: 'image/jpeg', bytes: null }

test('a file is fetched by its id, with its type', async (t) => {
  const { server, channel } = await open(t)
  server.addFile(file.id, { content: Buffer.from('a rose'), contentType: 'image/jpeg' })
  const fetched = await channel.fetchMedia(file, never)
  assert.ok(fetched.ok)
  assert.equal(fetched.value.contentType, 'image/jpeg')
  assert.equal(await text(fetched.value.content), 'a rose')
  assert.deepEqual(server.refused, [])
})

test('a file that is too large for its type, or not there, is not fetched', async (t) => {
  const { server, channel } = await open(t)
  assert.deepEqual(await channel.fetchMedia(file, never), {
    ok: false,
    refusal: 'the provider does not release the file: no such file (100)',
  })
  const content = Buffer.from('x')
  server.addFile(file.id, { content, contentType: 'image/jpeg', bytes: 5 * 1024 * 1024 + 1 })
  assert.deepEqual(await channel.fetchMedia(file, never), {
    ok: false,
    refusal: 'the file has 5242881 bytes; the maximum for its type is 5242880',
  })
  server.addFile(file.id, { content, contentType: 'application/pdf', bytes: 101 * 1024 * 1024 })
  assert.equal((await channel.fetchMedia(file, never)).ok, false)
})

test('a file is neither longer nor shorter than declared', async (t) => {
  const { server, channel } = await open(t)
  for (const [bytes, problem] of [
    [3, /larger than declared/],
    [9, /shorter than declared/],
  ] as const) {
    server.addFile(file.id, { content: Buffer.from('a rose'), contentType: 'image/jpeg', bytes })
    const fetched = await channel.fetchMedia(file, never)
    assert.ok(fetched.ok)
    await assert.rejects(text(fetched.value.content), problem)
  }
})

test('the token goes to no other host, by name or by redirect', async (t) => {
  const { server, channel } = await open(t)
  const other = await startRecordingServer(t, 'mine')
  const content = Buffer.from('a rose')
  const { host } = new URL(other.url)
  for (const url of [
    `${other.url}/rose`,
    `http://lookaside.fbsbx.com/rose`,
    'https://lookaside.fbsbx.com.a.example/',
  ]) {
    server.addFile(file.id, { content, contentType: 'image/jpeg', url })
    const fetched = await channel.fetchMedia(file, never)
    assert.ok(!fetched.ok && fetched.refusal.endsWith('which does not belong to the provider'), url)
  }
  server.addFile(file.id, { content, contentType: 'image/jpeg', redirectTo: `http://${host}/rose` })
  assert.deepEqual(await channel.fetchMedia(file, never), {
    ok: false,
    refusal: 'the provider answered 302 for the file',
  })
  assert.deepEqual(other.received, [])
})

test('the provider’s verification and deliveries are accepted over HTTP, and others’ are refused [chata.verified]', async (t) => {
  const { server, channel } = await open(t)
  assert.ok(chata.receiving.by === 'post')
  const { posts, challenge } = chata.receiving.endpoint(server.environment)
  assert.ok(posts && challenge)
  const { verification, maxBytes } = posts
  const taken: Buffer[] = []
  const receiver = await startRecordingServer(t, (request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://hub.example')
    if (request.method === 'GET') return response.end(challenge(searchParams) ?? 'forbidden')
    const deps = { verifications: [verification], maxBytes, clock: systemClock }
    return void verifyInboundRequest(deps, request, searchParams).then((judged) => {
      if (typeof judged === 'object') taken.push(judged.body)
      response.end(typeof judged === 'object' ? 'ok' : judged)
    })
  })
  assert.equal(await (await server.verify(receiver.url)).text(), '1158201444')
  assert.equal(await (await server.verify(receiver.url, { 'hub.verify_token': 'x' })).text(), 'forbidden')
  const delivery = deliveryOf(textFrom('16505551234', 'grüße 👋'), textFrom('4915112345678', 'hi'))
  assert.equal(await (await server.deliver(receiver.url, delivery)).text(), 'ok')
  const body = JSON.stringify(delivery)
  const forged = { 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` }
  for (const headers of [{}, forged]) {
    const answer = await fetch(receiver.url, { method: 'POST', headers, body })
    assert.equal(await answer.text(), 'forbidden')
  }
  const long = deliveryOf(textFrom('16505551234', 'x'.repeat(maxBytes)))
  assert.equal(await (await server.deliver(receiver.url, long)).text(), 'too-large')
  const output = await Promise.all(taken.map((bytes) => channel.read(JSON.parse(bytes.toString()))))
  assert.deepEqual(
    output.flat().map((one) => 'text' in one && one.text),
    ['grüße 👋', 'hi'],
  )
})

test('without a token and a number nothing is answered, and the missing variable is named', async () => {
  const CHATA_ACCESS_TOKEN = 'EAAG'
  assert.deepEqual(chata.missingToAnswer({}), ['CHATA_ACCESS_TOKEN', 'CHATA_PHONE_NUMBER_ID'])
  assert.deepEqual(chata.missingToAnswer({ CHATA_ACCESS_TOKEN }), ['CHATA_PHONE_NUMBER_ID'])
  assert.equal(await chata.open({ environment: { CHATA_ACCESS_TOKEN }, clock: systemClock }), null)
  assert.deepEqual(chata.missingVariables({ CHATA_ACCESS_TOKEN }), ['CHATA_VERIFY_TOKEN', 'CHATA_APP_SECRET'])
  assert.deepEqual(chata.missingVariables({ CHATA_APP_SECRET: 'x' }), [])
})

const assertNoSecret = (reported: unknown, token: string) =>
  assert.ok(!JSON.stringify(reported).includes(token))
