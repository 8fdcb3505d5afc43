import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startChatb } from './providers/chatb.ts'
import { startDeliveringHub } from './deliver-world.ts'
import { until } from '../support/until.ts'

const SECRET = 'a-secret-of-ours'

test('a notice is sent on a channel where the person has written, and only while the roster assigns the handle to this person [notices.channel]', async (t) => {
  await using provider = await startChatb()
  const hub = await startDeliveringHub(
    t,
    {
      SVC_ACCESS: 'console',
      CHATB_WEBHOOK_SECRET: SECRET,
      CHATB_BOT_TOKEN: provider.token,
      CHATB_API_BASE: provider.url,
    },
    { roster: ['chatb,4711,ann@example.com,Ann'], surfaces: ['chat-b'] },
  )
  const { ann } = hub
  const channel = { kind: 'channel', hub: 'garden', channel: 'chatb' }
  assert.deepEqual((await ann.call('GET', '/portal/api/notices')).channels, [])
  const from = { id: 4711, is_bot: false, first_name: 'Ann' }
  const message = {
    message_id: 1,
    date: 1_790_000_000,
    chat: { id: 4711, type: 'private', first_name: 'Ann' },
    from,
    text: '/say hello',
  }
  await provider.deliver(provider.update({ message } as never), {
    url: hub.addressOf('chatb'),
    headers: { 'x-telegram-bot-api-secret-token': SECRET },
  })
  await until(() => provider.sent.length === 1)
  assert.deepEqual((await ann.call('GET', '/portal/api/notices')).channels, [
    { hub: 'garden', channel: 'chatb' },
  ])
  const { way } = await ann.call('POST', '/portal/api/notices/ways', channel)
  const sample = () => ann.call('POST', `/portal/api/notices/ways/${way.id}/test`)
  assert.deepEqual(await sample(), { outcome: 'handed', reason: null })
  await until(() => provider.sent.length === 2)
  assert.deepEqual(
    provider.sent.slice(1).map(({ chat, text }) => [chat, text.split('\n')[0]]),
    [[4711, 'This is a sample. Notices arrive here.']],
  )

  await hub.person('ben@example.com')
  await hub.writeRoster(['chatb,4711,ben@example.com,Ben'])
  await until(async () => {
    const { items } = await ann.call('GET', '/portal/api/roster?hub=garden')
    return items.some(({ email }: { email: string }) => email === 'ben@example.com')
  })
  await sample()
  await until(async () => (await hub.outbox()).some(({ state }) => state === 'refused'))
  assert.equal(provider.sent.length, 2)
  assert.deepEqual(provider.refused, [])
})
