import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Channel, DraftStream } from '#features/messaging/channel.ts'
import { chatb } from '#features/messaging/channels/chatb/kind.ts'
import type { ChannelMessage } from '#features/messaging/message.ts'
import { startPreview } from '#features/messaging/send/preview.ts'
import { testClock } from '../support/clock.ts'
import { startChatb } from './providers/chatb.ts'
import { until } from '../support/until.ts'

const { signal } = new AbortController()

async function world(t: TestContext) {
  const clock = testClock()
  const provider = await startChatb()
  t.after(() => provider[Symbol.asyncDispose]())
  const environment = { CHATB_BOT_TOKEN: provider.token, CHATB_API_BASE: provider.url }
  const channel = (await chatb.open({ environment, clock })) as Channel
  const show = (conversation: string, markdown: string) =>
    (channel.stream as DraftStream).show(
      { to: { conversation, replyTo: null }, id: 'one', markdown, handles: [conversation] },
      signal,
    )
  return { clock, provider, channel, show }
}

test('a draft stays while the answer is written: it is sent again before the provider removes it [messaging.stream]', async (t) => {
  const { clock, provider, channel } = await world(t)
  const message = { id: 'one', key: '4711/1', handles: ['4711'] } as unknown as ChannelMessage
  const preview = startPreview(
    { store: null as never, clock }, // drafts are not stored
    { channel, message, place: { channel: 'chatb', conversation: '4711' } },
  )
  preview.show('half of it')
  await clock.sleeperFor(800)
  assert.deepEqual(provider.draftsIn(4711), [])
  clock.advance(800)
  for (let second = 0; second < 20; second++) {
    await clock.sleeperFor(1000)
    assert.equal(provider.draftsIn(4711).length, 1)
    clock.advance(1000)
  }
  await until(() => provider.draftsIn(4711).length === 2)
  const [first, second] = provider.draftsIn(4711)
  assert.deepEqual(first, second)
  await preview.end()
})

test('drafts exist in chats with one person only, and show the end of a long answer [messaging.stream]', async (t) => {
  const { clock, provider, show } = await world(t)
  assert.deepEqual(await show('-1001', 'half of it'), { outcome: 'skipped', nextMs: null })
  assert.equal((await show('4711', `${'word '.repeat(4000)}**the end**`)).outcome, 'shown')
  assert.match(provider.draftsIn(4711)[0]!.text, /^word (word )*the end$/)
  provider.failNext({ refuse: 400, description: "Bad Request: can't parse entities: of some kind" })
  clock.advance(1000)
  assert.equal((await show('4711', '**as it is**')).outcome, 'shown')
  assert.equal(provider.draftsIn(4711).at(-1)?.text, 'as it is')
  assert.deepEqual(provider.refused, [])
})

test('a chat in which drafts are refused is left alone for an hour [messaging.stream.limits]', async (t) => {
  const { clock, provider, show } = await world(t)
  const none = { outcome: 'skipped', nextMs: null }
  provider.refuseDrafts({ code: 400, description: 'Bad Request: TEXTDRAFT_PEER_INVALID' })
  assert.deepEqual(await show('4711', 'one'), none)
  provider.refuseDrafts(null)
  clock.advance(59 * 60_000)
  assert.deepEqual(await show('4711', 'one'), none)
  assert.equal((await show('4712', 'one')).outcome, 'shown')
  clock.advance(60_000)
  assert.equal((await show('4711', 'one')).outcome, 'shown')
})
