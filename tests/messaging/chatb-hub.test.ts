import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startChatb } from './providers/chatb.ts'
import { startMessagedHub, until } from './started-hub.ts'

const SECRET = 'a-secret-of-ours'

test('hub run --chat-b answers what is delivered with its secret; a message that is edited before is answered as it reads then [messaging.edited] [chatb.secret]', async (t) => {
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
