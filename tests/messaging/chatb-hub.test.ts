import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signUp } from '../support/console-person.ts'
import { says, startUpstream } from '../support/upstream.ts'
import { startChatb } from './providers/chatb.ts'
import { startMessagedHub } from './started-hub.ts'
import { until } from '../support/until.ts'

const SECRET = 'a-secret-of-ours'

test('hub run --chat-b answers deliveries with its secret; a message edited before the answer is answered in its new form [messaging.edited] [chatb.secret]', async (t) => {
  await using provider = await startChatb()
  const hub = await startMessagedHub(t, {
    roster: ['chatb,4711,ana@example.com,Ana'],
    surfaces: ['chat-b'],
    environment: {
      CHATB_WEBHOOK_SECRET: SECRET,
      CHATB_BOT_TOKEN: provider.token,
      CHATB_API_BASE: provider.url,
    },
  })
  const url = hub.addressOf('chatb')
  const chat = { id: 4711, type: 'private', first_name: 'Ana' } as const
  const from = { id: 4711, is_bot: false, first_name: 'Ana' }
  const written = (message_id: number, text: string) => ({
    message_id,
    date: 1_790_000_000,
    chat,
    from,
    text,
  })
  const deliver = (update: object, headers = { 'x-telegram-bot-api-secret-token': SECRET }) =>
    provider.deliver(update, { url, headers })

  const forged = await deliver(provider.update({ message: written(1, '/say forged') }), {
    'x-telegram-bot-api-secret-token': 'another',
  })
  assert.equal(forged.status, 403)
  const first = provider.update({ message: written(2, '/wait 600000') })
  assert.equal((await deliver(first)).status, 200)
  assert.equal((await deliver(first)).status, 200)
  await until(async () => (await hub.messages())[0]?.state === 'answering')
  const edited = { ...written(2, '/say as it reads now'), edit_date: 1_790_000_009 }
  assert.equal((await deliver(provider.update({ edited_message: edited }))).status, 200)
  await until(() => provider.sent.length > 0)
  await until(async () => (await hub.messages())[0]?.state === 'sent')
  assert.deepEqual(
    provider.sent.map(({ chat: to, text, replyTo }) => [to, text, replyTo]),
    [[4711, 'as it reads now', 2]],
  )
  assert.deepEqual(provider.refused, [])
})

test('a failing model leaves no message without a reply, and a split text gets a single answer, dated in the account’s time zone [messaging.waiting] [messaging.joined] [agent.turn.time-zone]', async (t) => {
  await using provider = await startChatb()
  await using upstream = await startUpstream()
  const hub = await startMessagedHub(t, {
    roster: ['chatb,4711,ana@example.com,Ana'],
    surfaces: ['chat-b'],
    environment: {
      CHATB_WEBHOOK_SECRET: SECRET,
      CHATB_BOT_TOKEN: provider.token,
      CHATB_API_BASE: provider.url,
      SVC_MODEL: 'compatible/test',
      SVC_MODEL_BASE_URL: upstream.url,
    },
  })
  let last = 0
  const write = async (text: string) => {
    const message = {
      message_id: ++last,
      date: 1_790_000_000,
      chat: { id: 4711, type: 'private', first_name: 'Ana' } as const,
      from: { id: 4711, is_bot: false, first_name: 'Ana' },
      text,
    }
    const headers = { 'x-telegram-bot-api-secret-token': SECRET }
    const url = hub.addressOf('chatb')
    assert.equal((await provider.deliver(provider.update({ message }), { url, headers })).status, 200)
  }
  const texts = () => provider.sent.map(({ text }) => text)
  const ended = (count: number) =>
    until(async () => (await hub.messages()).filter(({ state }) => state === 'sent').length === count)

  upstream.otherwise((answer) => {
    answer.text('It begins')
    answer.breakMidChunk()
  })
  await write('first')
  await until(() => texts().length === 1)
  assert.match(texts()[0]!, /tries again in 15 seconds/)
  upstream.otherwise(says('both are answered'))
  await write('second')
  await ended(2)
  assert.deepEqual(texts().slice(1), ['both are answered'])

  const promptOf = () => JSON.stringify(upstream.requests.at(-1)!.body.messages)
  assert.match(promptOf(), /\(UTC\)/)
  const ana = await signUp(hub.url(), { name: 'Ana', email: 'ana@example.com', password: 'correct horse' })
  await ana.call('POST', '/api/v1/auths/time-zone', { time_zone: 'Asia/Tokyo' })
  const before = upstream.requests.length
  await write('long '.repeat(600).trim())
  await write('and its end')
  await ended(4)
  assert.equal(upstream.requests.length, before + 1)
  assert.match(promptOf(), /\(Asia\/Tokyo\)/)
  assert.equal(texts().length, 3)

  upstream.otherwise((answer) => answer.status(503, {}))
  await write('third')
  await until(() => texts().length === 4)
  await write('/stop')
  await until(() => texts().length === 5)
  assert.equal(texts().at(-1), 'Stopped.')
})
