import assert from 'node:assert/strict'
import test, { type TestContext } from 'node:test'
import type { Channel, MessageStream, Preview } from '#features/messaging/channel.ts'
import { teamchat } from '#features/messaging/channels/teamchat/kind.ts'
import { testClock } from '../support/clock.ts'
import { startTeamchat } from './providers/teamchat.ts'

const { signal } = new AbortController()

async function world(t: TestContext) {
  const clock = testClock()
  const provider = await startTeamchat(clock)
  t.after(() => provider[Symbol.asyncDispose]())
  const channel = (await teamchat.open({ environment: provider.environment, clock })) as Channel
  return { clock, provider, channel, stream: channel.stream as MessageStream }
}

type World = Awaited<ReturnType<typeof world>>

function asked({ provider }: World, name: string) {
  provider.addConversation(name, name.startsWith('D') ? 'im' : 'channel')
  const { ts } = provider.write({ channel: name, user: 'U01', text: '<@U0BOT> hello' })
  const to = {
    conversation: name.startsWith('D') ? `T01/${name}` : `T01/${name}/${ts}`,
    replyTo: `${name}/${ts}`,
  }
  const preview = (markdown: string): Preview => ({
    to,
    id: `id-${name}`,
    handles: ['T01:U01', 'U01'],
    markdown,
  })
  return { to, preview, message: (text: string) => ({ to, id: `id-${name}`, text, plain: text }) }
}

async function begin(world: World, name: string, markdown = 'half of ') {
  const one = asked(world, name)
  const shown = await world.stream.show(one.preview(markdown), null, signal)
  assert.ok(shown.outcome === 'shown')
  return { ...one, id: shown.id }
}

test('previews leave room for whole answers: a limited number per minute, for any number of answers [messaging.stream.limits]', async (t) => {
  const all = await world(t)
  const names = Array.from({ length: 40 }, (_, index) => `D${100 + index}`)
  const begun = await Promise.all(names.map((name) => begin(all, name)))
  for (let second = 0; second < 59; second++) {
    all.clock.advance(1000)
    for (const { preview, id } of begun) await all.stream.show(preview(`second ${second}`), id, signal)
  }
  const calls = (method: string) => all.provider.state.calls.filter((call) => call.method === method).length
  assert.ok(calls('chat.update') <= 30)
  for (const { message, id } of begun)
    assert.equal((await all.stream.complete(message('whole'), id, signal)).outcome, 'sent')
  assert.deepEqual(all.provider.state.refused, [])
})

test('a rest that the provider asks previews for keeps them away and nothing else [messaging.stream.limits]', async (t) => {
  const all = await world(t)
  const { preview, message, id } = await begin(all, 'D01')
  all.provider.fault('chat.update', { status: 429, headers: { 'retry-after': '120' } })
  assert.deepEqual(await all.stream.show(preview('more'), id, signal), {
    outcome: 'skipped',
    nextMs: 120_000,
  })
  all.clock.advance(60_000)
  assert.deepEqual(await all.stream.show(preview('more'), id, signal), { outcome: 'skipped', nextMs: 60_000 })
  assert.deepEqual(await all.stream.complete(message('whole'), id, signal), { outcome: 'sent', id })
  assert.deepEqual(all.provider.saidIn('D01'), ['whole'])
})

test('a stream mentions no one and starts with final text; its message ends like any answer [messaging.stream]', async (t) => {
  const all = await world(t)
  const { preview, message, id } = await begin(all, 'C01', '<!channel> and <!he')
  assert.deepEqual(all.provider.saidIn('C01'), ['<\u2060!channel> and '])
  all.clock.advance(1000)
  const whole = '<!channel> and <!here> **now**'
  await all.stream.show(preview(whole), id, signal)
  all.stream.written?.(id, whole)
  const [text] = all.channel.write(whole)
  assert.equal((await all.stream.complete(message(text!.text), id, signal)).outcome, 'sent')
  assert.deepEqual(all.provider.saidIn('C01'), ['<\u2060!channel> and <\u2060!here> **now**'])
  assert.equal((await all.stream.complete(message(text!.text), id, signal)).outcome, 'sent')
  assert.deepEqual(all.provider.saidIn('C01'), [text!.text])
})

test('a message that may no longer be changed is deleted, to be sent again; a message that a person deleted is gone [messaging.stream.end]', async (t) => {
  const all = await world(t)
  const [late, lost, limited] = [await begin(all, 'C01'), await begin(all, 'D02'), await begin(all, 'C03')]
  all.provider.fault('chat.update', { error: 'edit_window_closed' })
  assert.deepEqual(await all.stream.complete(late.message('x'), late.id, signal), { outcome: 'gone' })
  assert.deepEqual(all.provider.saidIn('C01'), [])
  all.provider.conversations.get('D02')!.messages.length = 0
  assert.deepEqual(await all.stream.complete(lost.message('x'), lost.id, signal), { outcome: 'gone' })
  assert.deepEqual(await all.stream.remove(lost.to, lost.id, signal), { outcome: 'gone' })
  all.provider.fault('chat.stopStream', { status: 429, headers: { 'retry-after': '7' } })
  const later = await all.stream.complete(limited.message('x'), limited.id, signal)
  assert.deepEqual(
    { ...later, reason: '' },
    { outcome: 'later', afterMs: 7000, of: 'conversation', reason: '' },
  )
})

test('a stream with a doubtful start is found as ours, and another’s is not [messaging.stream.crash]', async (t) => {
  const all = await world(t)
  const { preview, to, message } = asked(all, 'C01')
  const [, , ts] = to.conversation.split('/')
  const foreign = {
    channel: 'C01',
    user: 'U0OTHER',
    bot_id: 'B02',
    text: 'x',
    thread_ts: ts!,
    streaming_state: 'completed',
  }
  all.provider.write(foreign)
  assert.deepEqual(await all.stream.find(message(''), signal), { sent: false })
  all.provider.fault('chat.startStream', { hangUp: 'after' })
  assert.deepEqual(await all.stream.show(preview('begun '), null, signal), { outcome: 'unknown' })
  const found = await all.stream.find(message(''), signal)
  assert.ok(found?.sent)
  assert.equal((await all.stream.complete(message('whole'), found.id, signal)).outcome, 'sent')
  assert.deepEqual(all.provider.saidIn('C01'), ['whole'])
  all.provider.fault('conversations.replies', { status: 503 })
  assert.equal(await all.stream.find(message(''), signal), null)
})
