import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import { test, type TestContext } from 'node:test'
import type { Channel, OutgoingMessage, SendOutcome } from '#features/messaging/channel.ts'
import { chatb } from '#features/messaging/channels/chatb/kind.ts'
import { systemClock, type Clock } from '#ground/base/clock.ts'
import { freePort } from '../support/free-ports.ts'
import { manualClock } from '../support/manual-clock.ts'
import { startChatb, type ChatbProvider, type Fault } from './providers/chatb.ts'

const NEVER = new AbortController().signal

async function openedChannel(
  t: TestContext,
  { clock = systemClock, token = '' }: { clock?: Clock; token?: string } = {},
) {
  const provider = await startChatb()
  t.after(() => provider[Symbol.asyncDispose]())
  const environment = { CHATB_BOT_TOKEN: token || provider.token, CHATB_API_BASE: provider.url }
  const channel = (await chatb.open({ environment, clock }))!
  t.after(() => channel[Symbol.asyncDispose]())
  return { provider, channel }
}

const outgoing = (
  conversation: string,
  more: Partial<OutgoingMessage> & { replyTo?: string } = {},
): OutgoingMessage => {
  const { replyTo = null, text = 'Hi', plain = 'Hi' } = more
  return { id: 'ours', text, plain, to: { conversation, replyTo } }
}

async function outcomeOf(
  { channel, provider }: { channel: Channel; provider: ChatbProvider },
  message = outgoing('5'),
): Promise<SendOutcome> {
  const outcome = await channel.send(message, NEVER)
  assert.ok(!JSON.stringify(outcome).includes(provider.token.split(':')[1]!))
  return outcome
}

const ANN = { id: 5, is_bot: false, first_name: 'Ann' }

test('an answer is shown as intended, below its message, and without a preview of its links', async (t) => {
  const opened = await openedChannel(t)
  const { provider, channel } = opened
  provider.update({
    message: { message_id: 7, date: 1, chat: { id: -9, type: 'group' }, from: ANN } as never,
  })
  const [part] = channel.write('It is **done**: 1.5 (ok)')
  const outcome = await outcomeOf(opened, outgoing('-9:12', { ...part!, replyTo: '-9/7' }))
  const [sent] = provider.sent
  assert.deepEqual(outcome, { outcome: 'sent', id: `-9/${sent!.messageId}` })
  assert.deepEqual(
    [sent!.chat, sent!.topic, sent!.text, sent!.entities, sent!.replyTo],
    [-9, 12, 'It is done: 1.5 (ok)', [{ type: 'bold', offset: 6, length: 4 }], 7],
  )
  assert.deepEqual(provider.calls[0]!.parameters['link_preview_options'], { is_disabled: true })
  assert.deepEqual(provider.refused, [])
})

test('a reply to a deleted message is sent anyway, and a message of another chat is not quoted', async (t) => {
  const opened = await openedChannel(t)
  assert.equal((await outcomeOf(opened, outgoing('5', { replyTo: '5/4711' }))).outcome, 'sent')
  assert.equal((await outcomeOf(opened, outgoing('6', { replyTo: '5/4711' }))).outcome, 'sent')
  assert.equal((await outcomeOf(opened, outgoing('7', { replyTo: 'button/4711' }))).outcome, 'sent')
  assert.deepEqual(
    opened.provider.calls.map(({ parameters }) => 'reply_parameters' in parameters),
    [true, false, false],
  )
})

test('markup that is refused goes as plain text at once', async (t) => {
  const opened = await openedChannel(t)
  const outcome = await outcomeOf(opened, outgoing('5', { text: 'a.b *c', plain: 'a.b c' }))
  assert.equal(outcome.outcome, 'sent')
  assert.deepEqual(
    opened.provider.sent.map(({ text, parseMode }) => [text, parseMode]),
    [['a.b c', null]],
  )
})

const FAULTS: readonly [what: string, fault: Fault, expected: Record<string, unknown>, isSent: boolean][] = [
  [
    'a pause',
    { refuse: 429, description: 'Too Many Requests: retry after 7', parameters: { retry_after: 7 } },
    { outcome: 'later', afterMs: 7000, of: 'conversation', reason: '429 Too Many Requests: retry after 7' },
    false,
  ],
  [
    'a token that is not taken',
    { refuse: 401, description: 'Unauthorized' },
    {
      outcome: 'later',
      afterMs: 600_000,
      of: 'channel',
      reason: 'CHATB_BOT_TOKEN is not taken: 401 Unauthorized',
    },
    false,
  ],
  [
    'a refusal',
    { refuse: 400, description: 'Bad Request: nope' },
    { outcome: 'failed', reason: '400 Bad Request: nope' },
    false,
  ],
  [
    'no right to write',
    { refuse: 400, description: 'Bad Request: not enough rights to send text messages to the chat' },
    { outcome: 'closed', reason: '400 Bad Request: not enough rights to send text messages to the chat' },
    false,
  ],
  [
    'its own failure',
    { refuse: 500, description: 'Internal Server Error' },
    { outcome: 'unknown', reason: '500 Internal Server Error' },
    false,
  ],
  [
    'a provider that takes nothing for now',
    { refuse: 503, description: 'Service Unavailable' },
    { outcome: 'later', afterMs: 30_000, of: 'conversation', reason: '503 Service Unavailable' },
    false,
  ],
  [
    'a page of a proxy that says no',
    { html: 403 },
    {
      outcome: 'later',
      afterMs: 30_000,
      of: 'channel',
      reason: 'what is at CHATB_API_BASE answered 403, and not as the provider does',
    },
    false,
  ],
  [
    'a gateway that lost it',
    { html: 502 },
    { outcome: 'unknown', reason: 'what is at CHATB_API_BASE answered 502, and not as the provider does' },
    false,
  ],
  [
    'a page in the place of an answer',
    { html: 200 },
    { outcome: 'unknown', reason: 'what is at CHATB_API_BASE answered 200, and not as the provider does' },
    false,
  ],
  [
    'a connection that breaks before it is taken',
    'closed-before',
    { outcome: 'unknown', reason: 'the connection to the provider broke (UND_ERR_SOCKET)' },
    false,
  ],
  [
    'a connection that breaks behind it',
    'closed-after',
    { outcome: 'unknown', reason: 'the connection to the provider broke (UND_ERR_SOCKET)' },
    true,
  ],
]

for (const [what, fault, expected, isSent] of FAULTS)
  test(`${what} is ${String(expected['outcome'])}`, async (t) => {
    const opened = await openedChannel(t)
    opened.provider.failNext(fault)
    assert.deepEqual(await outcomeOf(opened), expected)
    assert.equal(opened.provider.sent.length, isSent ? 1 : 0)
    assert.equal(opened.provider.calls.length, isSent ? 1 : 0, 'it is not tried again by itself')
  })

test('a chat that takes nothing more is closed, and one that moved is named', async (t) => {
  const opened = await openedChannel(t)
  const { provider } = opened
  for (const [chat, state] of [
    [5, 'blocked'],
    [-6, 'kicked'],
    [7, 'missing'],
    [-8, 'topic-closed'],
  ] as const) {
    provider.setChat(chat, state)
    assert.equal((await outcomeOf(opened, outgoing(String(chat)))).outcome, 'closed', state)
  }
  provider.setChat(-9, { migratedTo: -1009 })
  assert.deepEqual(await outcomeOf(opened, outgoing('-9')), { outcome: 'moved', conversation: '-1009' })
  assert.equal((await outcomeOf(opened, outgoing('nowhere'))).outcome, 'failed')
})

test('a provider that is not there got nothing', async () => {
  const environment = { CHATB_BOT_TOKEN: '1:secret', CHATB_API_BASE: `http://127.0.0.1:${await freePort()}` }
  const channel = (await chatb.open({ environment, clock: systemClock }))!
  assert.deepEqual(await channel.send(outgoing('5'), NEVER), {
    outcome: 'later',
    afterMs: 30_000,
    reason: 'the provider cannot be reached (ECONNREFUSED)',
    of: 'channel',
  })
})

test('a provider that answers too late may have sent it; one that was not asked has not', async (t) => {
  const clock = manualClock()
  const opened = await openedChannel(t, { clock })
  opened.provider.failNext('slow')
  const sending = outcomeOf(opened)
  assert.equal(await clock.nextSleep(), 30_000)
  clock.advance(30_000)
  assert.deepEqual(await sending, {
    outcome: 'unknown',
    reason: 'the connection to the provider broke (Late)',
  })
  assert.deepEqual(await opened.channel.send(outgoing('6'), AbortSignal.abort()), {
    outcome: 'later',
    afterMs: 0,
    reason: 'the Hub is stopping',
    of: 'channel',
  })
})

test('messages to a chat keep the provider’s rate: short delays are waited for, and the rest is sent later', async (t) => {
  const clock = manualClock()
  const opened = await openedChannel(t, { clock })
  const sends = Array.from({ length: 7 }, () => outcomeOf(opened))
  const later = await sends.at(-1)
  assert.deepEqual(later, {
    outcome: 'later',
    afterMs: 6000,
    reason: 'the provider’s limits',
    of: 'conversation',
  })
  for (let second = 0; second < 5; second++) {
    await sends[second]
    assert.equal(opened.provider.sent.length, second + 1)
    clock.advance(1000)
  }
  assert.equal((await sends[5])!.outcome, 'sent')
})

test('detecting a group’s message for the bot needs the bot’s name, which is requested once', async (t) => {
  const { provider, channel } = await openedChannel(t)
  const chat = { id: -9, type: 'supergroup', title: 'Garden' }
  const output = `@${provider.bot.username} hello`
  const entities = [{ type: 'mention', offset: 0, length: output.length - ' hello'.length }]
  const update = provider.update({
    message: { message_id: 7, date: 1, chat, from: ANN, text: output, entities } as never,
  })
  provider.failNext({ refuse: 502, description: 'Bad Gateway' })
  await assert.rejects(async () => channel.read(update), {
    message: 'failed to read the name of the bot of CHATB_BOT_TOKEN: 502 Bad Gateway',
  })
  for (const _ of [1, 2]) {
    const [read] = await channel.read(update)
    assert.ok(read?.kind === 'message' && read.isAddressed)
    assert.equal(read.text, 'hello')
  }
  assert.deepEqual(
    provider.calls.map(({ method }) => method),
    ['getMe'],
  )
})

test('during the answer the person sees the typing state, and a pressed button stops waiting', async (t) => {
  const { provider, channel } = await openedChannel(t)
  await channel.acknowledge!({ conversation: '-9:12', replyTo: null }, '-9/7', NEVER)
  await channel.acknowledge!({ conversation: '5', replyTo: '5/7' }, 'button/4711', NEVER)
  provider.failNext('closed-before', { refuse: 400 })
  await channel.acknowledge!({ conversation: '5', replyTo: null }, 'button/4711', NEVER)
  assert.deepEqual(provider.calls, [
    { method: 'sendChatAction', parameters: { chat_id: -9, message_thread_id: 12, action: 'typing' } },
    { method: 'answerCallbackQuery', parameters: { callback_query_id: '4711' } },
    { method: 'sendChatAction', parameters: { chat_id: 5, action: 'typing' } },
  ])
  assert.deepEqual(provider.refused, [])
})

test('files are fetched as they are, up to 20 MB and never more than was declared', async (t) => {
  const { provider, channel } = await openedChannel(t)
  const fetch = (id: string, bytes: number | null = null) =>
    channel.fetchMedia({ id, filename: 'a.txt', contentType: null, bytes }, NEVER)
  const file = await fetch(provider.addFile('documents/file 1.txt', Buffer.from('seeds')))
  assert.ok(file.ok)
  assert.equal(file.value.contentType, null)
  assert.equal(await text(file.value.content), 'seeds')

  const typed = await fetch(
    provider.addFile('photos/2.jpg', Buffer.from('jpeg'), { contentType: 'image/jpeg' }),
  )
  assert.ok(typed.ok)
  assert.equal(typed.value.contentType, 'image/jpeg')
  typed.value.content.destroy()

  const grown = await fetch(provider.addFile('documents/3', Buffer.from('more than told'), { toldSize: 4 }))
  assert.ok(grown.ok)
  await assert.rejects(text(grown.value.content), /larger than declared/)

  const large = /^the file is larger than 20 MB/
  const refusalOf = async (fetched: ReturnType<typeof fetch>) => {
    const { ok, ...rest } = await fetched
    assert.ok(!ok && 'refusal' in rest)
    return rest.refusal
  }
  assert.match(
    await refusalOf(fetch(provider.addFile('documents/4', Buffer.from('x'), { toldSize: 2 ** 25 }))),
    large,
  )
  const asked = provider.calls.length
  assert.match(await refusalOf(fetch('file-1', 2 ** 25)), large)
  assert.equal(provider.calls.length, asked)
  assert.match(await refusalOf(fetch('file-99')), /^the provider reports: Bad Request: invalid file_id$/)
  assert.match(
    await refusalOf(fetch(provider.addFile('../secret', Buffer.from('x')))),
    /did not return the location of the file/,
  )
  provider.failNext({ refuse: 401 })
  assert.ok(!(await refusalOf(fetch('file-1'))).includes(provider.token))
})

test('a bot with an invalid token names the variable, and never the token', async (t) => {
  const opened = await openedChannel(t, { token: '4611686018:other-secret' })
  const outcome = await outcomeOf(opened)
  assert.ok(outcome.outcome === 'later' && outcome.of === 'channel')
  assert.match(outcome.reason, /^CHATB_BOT_TOKEN is not taken: 401 Unauthorized$/)
})

test('without a token nothing is opened, and without a secret nothing is taken', async () => {
  assert.equal(await chatb.open({ environment: {}, clock: systemClock }), null)
  assert.deepEqual(chatb.missingVariables({}), ['CHATB_WEBHOOK_SECRET'])
  assert.deepEqual(chatb.missingToAnswer({ CHATB_WEBHOOK_SECRET: 'sesame' }), ['CHATB_BOT_TOKEN'])
  assert.ok(chatb.receiving.by === 'post')
  assert.equal(chatb.receiving.endpoint({}).posts, null)
})

test('the secret counts under the neutral and the provider’s own name of its header [chatb.secret]', () => {
  assert.ok(chatb.receiving.by === 'post')
  const { posts } = chatb.receiving.endpoint({ CHATB_WEBHOOK_SECRET: 'sesame' })
  const shown = (headers: Record<string, string>) =>
    posts!.verification.begin({
      headers: (name) => (name in headers ? [headers[name]!] : []),
      query: new URLSearchParams('token=sesame'),
    }) !== null
  assert.ok(shown({ 'x-chatb-bot-api-secret-token': 'sesame' }))
  assert.ok(shown({ 'x-telegram-bot-api-secret-token': 'sesame' }))
  assert.ok(!shown({ 'x-telegram-bot-api-secret-token': 'sesam' }))
  assert.ok(!shown({ 'x-telegram-bot-api-secret-token': 'sesame', 'x-chatb-bot-api-secret-token': 'other' }))
  assert.ok(!shown({}))
})

test('a delivery is known by its update', () => {
  assert.ok(chatb.receiving.by === 'post')
  const { deliveryId } = chatb.receiving.endpoint({ CHATB_WEBHOOK_SECRET: 'sesame' }).posts!
  const idOf = (body: string) => deliveryId(Buffer.from(body))
  assert.equal(idOf('{"update_id":870000001,"message":{}}'), '870000001')
  for (const none of ['', 'null', '[]', '{}', '{"update_id":"7"}', '{"update_id":1.5}', '{'])
    assert.equal(idOf(none), null, none)
})

const BUTTONS = [
  { value: 'approve:1', label: 'Approve', look: 'primary' },
  { value: 'decline:1', label: 'Decline', look: 'danger' },
] as const

test('an edit replaces text and buttons, once or repeatedly, and a deleted message stays deleted [messaging.buttons]', async (t) => {
  const clock = manualClock()
  const { provider, channel } = await openedChannel(t, { clock })
  const { edit } = channel.buttons!
  const sent = await channel.send(
    { ...outgoing('5', { text: 'a\\.b', plain: 'a.b' }), buttons: BUTTONS },
    NEVER,
  )
  assert.ok(sent.outcome === 'sent')
  assert.deepEqual(
    provider.sent[0]!.buttons,
    BUTTONS.map(({ label, value }) => ({ text: label, callback_data: value })),
  )
  const changed = outgoing('5', { text: 'c\\.d', plain: 'c.d' })
  const again = async () => {
    clock.advance(1000)
    return edit!(changed, sent.id, NEVER)
  }
  assert.deepEqual(await again(), sent)
  assert.deepEqual([provider.sent[0]!.text, provider.sent[0]!.buttons], ['c.d', []])
  assert.deepEqual(await again(), sent)
  provider.failNext({ refuse: 429, parameters: { retry_after: 7 } })
  const later = await again()
  assert.ok(later.outcome === 'later' && later.afterMs === 7000)
  clock.advance(1000)
  assert.deepEqual(await edit!(outgoing('5', { text: 'e.f', plain: 'e.f' }), sent.id, NEVER), sent)
  assert.equal(provider.sent[0]!.parseMode, null)
  clock.advance(1000)
  assert.deepEqual(await edit!(changed, '5/99', NEVER), { outcome: 'gone' })
  assert.deepEqual(await edit!(changed, 'elsewhere', NEVER), { outcome: 'gone' })
  assert.deepEqual(provider.refused, [])
})
