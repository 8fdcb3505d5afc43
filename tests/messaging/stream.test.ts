import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { signUp } from '../support/console-person.ts'
import { startTeamchat, type TeamchatProvider } from './providers/teamchat.ts'
import { startMessagedHub, type MessagedHub } from './started-hub.ts'
import { until } from '../support/until.ts'

let provider: TeamchatProvider
let hub: MessagedHub
const ends: (() => unknown)[] = []

before(async () => {
  provider = await startTeamchat()
  ends.push(() => provider[Symbol.asyncDispose]())
  hub = await startMessagedHub(
    { after: (end: () => unknown) => void ends.push(end) },
    {
      roster: ['teamchat,U01,una@example.com,Una'],
      surfaces: ['team-chat'],
      environment: provider.environment,
    },
  )
  await until(() => provider.sockets.length > 0)
})
after(async () => {
  for (const end of ends.toReversed()) await end()
})

let count = 0

function ask(kind: 'im' | 'channel', ...lines: readonly string[]) {
  const channel = `${kind === 'im' ? 'D' : 'C'}${String(++count).padStart(3, '0')}`
  provider.addConversation(channel, kind)
  const text = lines.join('\n')
  const written = provider.write({
    channel,
    user: 'U01',
    text: kind === 'im' ? text : `<@U0BOT> ${text}`,
  })
  const row = async () => (await hub.messages()).find(({ key }) => key === `${channel}/${written.ts}`)
  return {
    channel,
    ts: written.ts,
    said: () => provider.saidIn(channel),
    ended: async (state: string) => {
      await until(
        async () => !['received', 'answering', 'sending'].includes((await row())?.state ?? 'received'),
      )
      assert.equal((await row())?.state, state)
    },
    calls: (method: string) =>
      provider.state.calls.filter(
        ({ method: called, asked }) => called === method && asked['channel'] === channel,
      ),
  }
}

test('in a thread an answer streams natively: started, appended, and ended with our id, without other messages [messaging.stream]', async () => {
  const asked = ask('channel', '/say first words', '/wait 2500', '/say and **more** words')
  await until(() => asked.said().join('') === 'first words')
  await asked.ended('sent')
  assert.deepEqual(asked.said(), ['first words\nand **more** words'])
  const [start] = asked.calls('chat.startStream')
  assert.deepEqual(
    [start?.asked['thread_ts'], start?.asked['recipient_user_id'], start?.asked['recipient_team_id']],
    [asked.ts, 'U01', 'T01'],
  )
  assert.equal(asked.calls('chat.stopStream').length, 1)
  assert.match(String(asked.calls('chat.stopStream')[0]?.asked['metadata']), /hub_message/)
  assert.deepEqual([...asked.calls('chat.postMessage'), ...asked.calls('chat.update')], [])
  assert.deepEqual(provider.state.refused, [])
})

test('a stream that the provider seals is taken up again by changing its message [messaging.stream]', async () => {
  const asked = ask('channel', '/say before it', '/wait 2500', '/say behind it', '/wait 3000', '/say the end')
  await until(() => asked.said().join('') === 'before it')
  provider.sealAll()
  await until(() => asked.said().join('') === 'before it\nbehind it')
  await asked.ended('sent')
  assert.deepEqual(asked.said(), ['before it\nbehind it\nthe end'])
  assert.equal(asked.calls('chat.startStream').length, 1)
})

test('if streams are not offered, and outside threads, a message is changed as the answer grows [messaging.stream]', async () => {
  provider.fault('chat.startStream', { error: 'unknown_method' })
  const both = [
    ask('channel', '/say one', '/wait 2500', '/say two', '/wait 3500', '/say three'),
    ask('im', '/say one', '/wait 2500', '/say two', '/wait 3500', '/say three'),
  ]
  for (const text of ['one', 'one\ntwo'])
    await Promise.all(both.map((asked) => until(() => asked.said().join('|') === text)))
  for (const asked of both) {
    await asked.ended('sent')
    assert.deepEqual(asked.said(), ['one\ntwo\nthree'])
    assert.equal(asked.calls('chat.postMessage').length, 1)
  }
})

test('shown text is replaced when the answer is stopped, and removed when its message is deleted [messaging.stream.end]', async () => {
  const stopped = ask('channel', '/say half of', '/wait 600000')
  const deleted = ask('im', '/say half of', '/wait 600000')
  await until(() => stopped.said().length === 1 && deleted.said().length === 1)
  provider.write({ channel: stopped.channel, user: 'U01', text: '<@U0BOT> /stop', thread_ts: stopped.ts })
  await until(() => stopped.said().join('|') === 'Stopped.')
  await stopped.ended('stopped')
  const { channel, ts } = deleted
  const deletion = {
    type: 'message',
    subtype: 'message_deleted',
    channel,
    channel_type: 'im',
    deleted_ts: ts,
    ts,
  }
  provider.deliver('events_api', provider.event(deletion))
  await until(() => deleted.said().length === 0)
})

test('for a message edited during its answer, the shown text becomes the answer to the new message [messaging.stream.end]', async () => {
  const asked = ask('channel', '/say not this', '/wait 600000')
  await until(() => asked.said().join('') === 'not this')
  const { channel, ts } = asked
  const before = { type: 'message', user: 'U01', ts, text: 'as it was' }
  const message = { ...before, text: '<@U0BOT> /say but that', edited: { user: 'U01', ts } }
  const change = { channel, channel_type: 'channel', message, previous_message: before, event_ts: ts, ts }
  provider.deliver('events_api', provider.event({ type: 'message', subtype: 'message_changed', ...change }))
  await asked.ended('sent')
  assert.deepEqual(asked.said(), ['but that'])
})

test('shown text for a person who loses access meanwhile is replaced [messaging.stream.end]', async () => {
  const admin = await signUp(hub.url(), { name: 'Ann', email: 'ann@example.com', password: 'correct horse' })
  await signUp(hub.url(), { name: 'Una', email: 'una@example.com', password: 'correct horse' })
  const block = (suspended: boolean) =>
    admin.call('POST', '/portal/api/people/block', { subject: 'una@example.com', suspended })
  const asked = ask('channel', '/say a secret', '/wait 600000')
  await until(() => asked.said().join('') === 'a secret')
  await block(true)
  await asked.ended('refused')
  await until(() => asked.said().join('|').startsWith('You no longer have access'))
  await block(false)
})

test('a person who sees the answer grow gets no notice that it takes a while [messaging.stream]', async () => {
  const asked = ask('channel', '/say this takes', '/wait 11000', '/say a while')
  await asked.ended('sent')
  assert.deepEqual(asked.said(), ['this takes\na while'])
})

test('an answer that is too long for one message goes on in others behind the one that streamed [messaging.stream]', async () => {
  const asked = ask('channel', '/say Words:', '/wait 1500', '/repeat 1500 wordy')
  await until(() => asked.said().join('') === 'Words:')
  await asked.ended('sent')
  const words = asked.said().join(' ').split(/\s+/)
  assert.deepEqual([words.length, new Set(words).size], [1501, 2])
  assert.ok(asked.said().length > 1)
  assert.equal(asked.calls('chat.postMessage').length, asked.said().length - 1)
})

test('a limit of the provider stops previews, not the answer [messaging.stream.limits]', async () => {
  provider.fault('chat.appendStream', { status: 429, headers: { 'retry-after': '600' } })
  const asked = ask('channel', '/say slowly', '/wait 2500', '/say and then', '/wait 2500', '/say quickly')
  await asked.ended('sent')
  assert.deepEqual(asked.said(), ['slowly\nand then\nquickly'])
  assert.equal(asked.calls('chat.postMessage').length, 0)
})

test('a stream with an unknown start is found again, and becomes the answer [messaging.stream.crash]', async () => {
  provider.fault('chat.startStream', { hangUp: 'after' })
  const asked = ask('channel', '/say begun in', '/wait 2500', '/say the dark')
  await asked.ended('sent')
  assert.deepEqual(asked.said(), ['begun in\nthe dark'])
})

test('a Hub killed while it streams turns the shown text into the answer [messaging.stream.crash]', async () => {
  const asked = [
    ask('channel', '/say here today', '/wait 2500', '/say and tomorrow'),
    ask('im', '/say here today', '/wait 2500', '/say and tomorrow'),
  ]
  await until(() => asked.every(({ said }) => said().length === 1))
  await hub.killAndRestart()
  for (const one of asked) {
    await one.ended('sent')
    assert.deepEqual(one.said(), ['here today\nand tomorrow'])
  }
})
