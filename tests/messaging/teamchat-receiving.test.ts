import assert from 'node:assert/strict'
import test, { type TestContext } from 'node:test'
import type { SocketReceiving, SocketState } from '#features/messaging/channel.ts'
import { teamchat } from '#features/messaging/channels/teamchat/kind.ts'
import { testClock } from '../support/clock.ts'
import { startTeamchat, type TeamchatProvider } from './providers/teamchat.ts'

const MINUTE = 60_000
const CHECK_MS = 5 * MINUTE

async function world(t: TestContext) {
  const clock = testClock()
  const provider = await startTeamchat(clock)
  t.after(() => provider[Symbol.asyncDispose]())
  provider.addConversation('D01', 'im')
  provider.addConversation('C01', 'channel')
  return { clock, provider }
}

interface Stored {
  id: string
  body: { event: { text?: string; ts: string }; [field: string]: unknown }
}

interface ReceivingOptions {
  clock: ReturnType<typeof testClock>
  provider: TeamchatProvider
  lastReceivedAtMs?: number | null
  caughtUpAtMs?: number | null
  before?(id: string): Promise<void> | void
}

async function hear(
  t: TestContext,
  { clock, provider, lastReceivedAtMs = null, caughtUpAtMs = null, before }: ReceivingOptions,
) {
  const noted: number[] = []
  const stored: Stored[] = []
  const states: SocketState[] = []
  const looks = new Set<() => void>()
  const changed = () => looks.forEach((look) => look())
  const hearing = await (teamchat.receiving as SocketReceiving).connect({
    environment: provider.environment,
    clock,
    async store({ id, body }) {
      await before?.(id)
      stored.push({ id, body: JSON.parse(Buffer.from(body).toString()) as Stored['body'] })
      changed()
    },
    readLastReceived: () => Promise.resolve(lastReceivedAtMs),
    caughtUp: {
      until: () => Promise.resolve(caughtUpAtMs),
      async storeUntil(until) {
        noted.push(until)
        changed()
      },
    },
    report(state) {
      states.push(state)
      changed()
    },
  })
  t.after(() => hearing[Symbol.asyncDispose]())
  const until = (holds: () => boolean) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (!holds()) return
        looks.delete(look)
        resolve()
      }
      looks.add(look)
      look()
    })
  return {
    hearing,
    stored,
    states,
    noted,
    until,
    texts: () => stored.map(({ body }) => body.event.text ?? ''),
    untilState: (state: SocketState['state']) => until(() => states.at(-1)?.state === state),
    checked: () => clock.sleeperFor(CHECK_MS),
  }
}

const tsIn = (clock: { now(): number }, ms: number) => ((clock.now() + ms) / 1000).toFixed(6)

test('a pressed button is acknowledged once it is stored, without the secrets of its delivery [messaging.stored] [messaging.buttons]', async (t) => {
  const { clock, provider } = await world(t)
  const gate = Promise.withResolvers<void>()
  const { stored, untilState, checked } = await hear(t, { clock, provider, before: () => gate.promise })
  await untilState('connected')
  await checked()
  const value = `approve:${crypto.randomUUID()}`
  const button = { type: 'button', action_id: 'primary', text: { type: 'plain_text', text: 'Approve' } }
  const card = (value: string) => {
    const blocks = [{ type: 'actions', elements: [{ ...button, value }] }]
    return {
      type: 'message',
      channel: 'C01',
      ts: tsIn(clock, 0),
      thread_ts: tsIn(clock, -5),
      text: '',
      blocks,
    }
  }
  const other = provider.press(card('of another program') as never, 'Approve', 'U01')
  await provider.until(() => provider.state.acknowledged.includes(other))
  const pressed = provider.press(card(value) as never, 'Approve', 'U01')
  const early = provider.deliver('slash_commands', { command: '/hub' })
  await provider.until(() => provider.state.acknowledged.includes(early))
  assert.ok(!provider.state.acknowledged.includes(pressed))
  gate.resolve()
  await provider.until(() => provider.state.acknowledged.includes(pressed))
  assert.equal(stored.length, 1)
  const body = JSON.stringify(stored[0]!.body)
  assert.ok(body.includes(value))
  assert.doesNotMatch(body, /secret|verification-token/)
})

test('a message is acknowledged once it is stored, and not before [messaging.stored]', async (t) => {
  const { clock, provider } = await world(t)
  const gate = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  const { stored, untilState, checked } = await hear(t, {
    clock,
    provider,
    async before() {
      asked.resolve()
      await gate.promise
    },
  })
  await untilState('connected')
  await checked()
  const { envelopes, ts } = provider.write({ channel: 'D01', user: 'U01', text: 'hello' })
  const early = provider.deliver('slash_commands', { command: '/hub' })
  await asked.promise
  await provider.until(() => provider.state.acknowledged.includes(early))
  assert.deepEqual(provider.state.acknowledged, [early])
  gate.resolve()
  await provider.until(() => provider.state.acknowledged.length === 2)
  assert.deepEqual(provider.state.acknowledged, [early, ...envelopes])
  assert.deepEqual(
    stored.map(({ id }) => id),
    [`D01/${ts}`],
  )
  assert.ok(!('token' in stored[0]!.body), 'the app’s verification token is not kept')
  assert.deepEqual(provider.state.refused, [])
})

test('a message that cannot be stored is not acknowledged, and is stored when it is sent again', async (t) => {
  const { clock, provider } = await world(t)
  let isFull = true
  const { texts, untilState, checked } = await hear(t, {
    clock,
    provider,
    before() {
      if (isFull) throw new Error('no space left')
    },
  })
  await untilState('connected')
  await checked()
  const { payload, envelopes } = provider.write({ channel: 'D01', user: 'U01', text: 'hello' })
  const next = provider.deliver('interactive', {})
  await provider.until(() => provider.state.acknowledged.includes(next))
  isFull = false
  const again = provider.deliver('events_api', payload)
  await provider.until(() => provider.state.acknowledged.includes(again))
  assert.ok(!provider.state.acknowledged.includes(envelopes[0]!))
  assert.deepEqual(texts(), ['hello'])
})

test('a mention arrives as two events and is stored once; programs’ and our own messages are only acknowledged', async (t) => {
  const { clock, provider } = await world(t)
  const { stored, untilState, checked } = await hear(t, { clock, provider })
  await untilState('connected')
  await checked()
  const mention = provider.write({ channel: 'C01', user: 'U01', text: '<@U0BOT> hello' }, { isMention: true })
  provider.write({ channel: 'C01', user: 'U02', text: 'beep', bot_id: 'B07' })
  provider.write({ channel: 'C01', user: 'U0BOT', text: 'an answer' })
  await provider.until(() => provider.state.acknowledged.length === 4)
  assert.deepEqual(
    stored.map(({ id }) => id),
    [`C01/${mention.ts}`],
  )
})

test('the next connection opens before the last one closes, and messages of both are received', async (t) => {
  const { clock, provider } = await world(t)
  const { texts, states, untilState, checked } = await hear(t, { clock, provider })
  await untilState('connected')
  await checked()
  const gate = Promise.withResolvers<void>()
  provider.fault('apps.connections.open', { after: gate.promise })
  provider.disconnect('warning')
  const { envelopes } = provider.write({ channel: 'D01', user: 'U01', text: 'between' })
  await provider.until(() => provider.state.acknowledged.includes(envelopes[0]!))
  gate.resolve()
  await provider.until(() => provider.state.greeted.length === 2 && provider.sockets.length === 1)
  assert.deepEqual(provider.state.greeted, [1, 2])
  const after = provider.write({ channel: 'D01', user: 'U01', text: 'after' })
  await provider.until(() => provider.state.acknowledged.includes(after.envelopes[0]!))
  assert.deepEqual(texts(), ['between', 'after'])
  assert.deepEqual(states.at(-1), { state: 'connected', foreign: 0, lastReceivedAtMs: null, problem: null })
})

test('a restart during the catch-up fetches the missing messages, although newer ones are stored [messaging.heard]', async (t) => {
  const { clock, provider } = await world(t)
  const caughtUpAtMs = clock.now()
  clock.advance(60 * MINUTE)
  provider.write({ channel: 'D01', user: 'U01', text: 'while we were away' })
  clock.advance(60 * MINUTE)
  const { texts, noted, checked } = await hear(t, {
    clock,
    provider,
    caughtUpAtMs,
    lastReceivedAtMs: clock.now(),
  })
  await checked()
  assert.deepEqual(texts(), ['while we were away'])
  assert.ok(noted.at(-1)! > caughtUpAtMs + 60 * MINUTE)
})

test('messages written during a disconnection are fetched once: messages, threads, in pages, at the requested pace [messaging.heard]', async (t) => {
  const { clock, provider } = await world(t)
  provider.state.mostPerPage = 2
  const old = provider.write({ channel: 'C01', user: 'U01', text: 'an old thread' })
  clock.advance(24 * 60 * MINUTE)
  const lastReceivedAtMs = clock.now()
  clock.advance(60 * MINUTE)
  for (const text of ['one', 'two', 'three']) provider.write({ channel: 'D01', user: 'U01', text })
  for (const text of ['four', 'five', 'six'])
    provider.write({ channel: 'C01', user: 'U01', text, thread_ts: old.ts })
  provider.write({ channel: 'C01', user: 'U0BOT', text: 'ours', thread_ts: old.ts })
  provider.fault('conversations.history', { status: 429, headers: { 'retry-after': '7' } })
  const { stored, texts, checked } = await hear(t, { clock, provider, lastReceivedAtMs })
  await clock.sleeperFor(7000)
  clock.advance(7000)
  await checked()
  assert.deepEqual(texts().toSorted(), ['five', 'four', 'one', 'six', 'three', 'two'])
  assert.deepEqual(
    texts().filter((text) => ['one', 'two', 'three'].includes(text)),
    ['one', 'two', 'three'],
  )
  const late = provider.conversations.get('D01')!.messages[0]!
  const again = provider.deliver(
    'events_api',
    provider.event({ ...late, channel: 'D01', channel_type: 'im', event_ts: late.ts }),
  )
  await provider.until(() => provider.state.acknowledged.includes(again))
  assert.equal(stored.filter(({ id }) => id === `D01/${late.ts}`).length, 1)
  assert.deepEqual(provider.state.refused, [])
})

test('a server that answers pings but delivers nothing is noticed, its messages are fetched, and another connection is made [messaging.heard]', async (t) => {
  const { clock, provider } = await world(t)
  const { texts, states, untilState, checked, until } = await hear(t, { clock, provider })
  await untilState('connected')
  await checked()
  provider.state.isDeaf = true
  provider.write({ channel: 'D01', user: 'U01', text: 'does anybody hear me?', ts: tsIn(clock, MINUTE) })
  clock.advance(CHECK_MS)
  await until(() => states.some(({ state }) => state === 'deaf'))
  assert.match(states.find(({ state }) => state === 'deaf')!.problem!, /^1 message was found in the history/)
  provider.state.isDeaf = false
  await provider.until(() => provider.state.greeted.length === 2)
  await untilState('connected')
  assert.deepEqual(texts(), ['does anybody hear me?'])
  await checked()
  clock.advance(CHECK_MS)
  await until(() => states.at(-1)?.problem === null)
})

test('connections of other programs are reported, and the Hub does not reconnect for their events', async (t) => {
  const { clock, provider } = await world(t)
  provider.state.foreign = 2
  const { texts, states, untilState, checked, until } = await hear(t, { clock, provider })
  await untilState('connected')
  await checked()
  assert.equal(states.at(-1)?.foreign, 2)
  assert.match(states.at(-1)!.problem!, /^2 other connections of the same app/)
  provider.state.isDeaf = true
  provider.write({ channel: 'D01', user: 'U01', text: 'taken', ts: tsIn(clock, MINUTE) })
  clock.advance(CHECK_MS)
  await until(() => texts().length === 1)
  await checked()
  provider.state.isDeaf = false
  const next = provider.deliver('slash_commands', {})
  await provider.until(() => provider.state.acknowledged.includes(next))
  assert.ok(!states.some(({ state }) => state === 'deaf'))
  assert.deepEqual(provider.state.greeted, [1])
})

test('a connection on which nothing comes, not even a pong, is replaced', async (t) => {
  const { clock, provider } = await world(t)
  const { untilState, checked } = await hear(t, { clock, provider })
  await untilState('connected')
  await checked()
  provider.state.isSilent = true
  for (let round = 0; round < 4; round++) {
    await clock.sleeperFor(10_000)
    clock.advance(10_000)
  }
  await provider.until(() => provider.state.greeted.length === 2)
})

test('too many connections: waits before the next attempt', async (t) => {
  const { clock, provider } = await world(t)
  provider.state.refusal = 'too_many_websockets'
  const { states, untilState, until } = await hear(t, { clock, provider })
  await until(() => states.at(-1)?.problem !== null)
  assert.match(states.at(-1)!.problem!, /as many connections as it may/)
  await clock.sleeperFor(30_000)
  provider.state.refusal = null
  const openings = () =>
    provider.state.calls.filter(({ method }) => method === 'apps.connections.open').length
  assert.equal(openings(), 1)
  clock.advance(30_000)
  await untilState('connected')
  assert.equal(states.at(-1)?.problem, null)
})

test('connections that are disabled at the provider: stops, with advice', async (t) => {
  const { clock, provider } = await world(t)
  const { states, untilState } = await hear(t, { clock, provider })
  await untilState('connected')
  provider.disconnect('link_disabled')
  await untilState('stopped')
  assert.match(states.at(-1)!.problem!, /switch them on in its settings/)
  assert.equal(provider.state.greeted.length, 1)
})

test('an unavailable, broken or wrong provider is retried, and no report contains the token', async (t) => {
  const { clock, provider } = await world(t)
  provider.fault(
    'apps.connections.open',
    { hangUp: 'before' },
    { status: 503, body: '<html>' },
    { status: 200, body: '<html>captive portal</html>' },
    { status: 429, headers: { 'retry-after': '9' } },
  )
  const { states, untilState } = await hear(t, { clock, provider })
  for (const ms of [1000, 2000, 9000]) {
    await clock.sleeperFor(ms)
    clock.advance(ms)
  }
  await untilState('connected')
  assert.ok(states.length > 3)
  assert.doesNotMatch(JSON.stringify(states), /sesame/)
})

test('a token that is refused fails the start and names its variable', async (t) => {
  const { clock, provider } = await world(t)
  provider.fault('auth.test', { error: 'token_revoked' })
  await assert.rejects(hear(t, { clock, provider }), /token_revoked\); check TEAMCHAT_BOT_TOKEN$/)
  provider.fault('apps.connections.open', { error: 'missing_scope', needed: 'connections:write' })
  await assert.rejects(hear(t, { clock, provider }), /lacks the scope connections:write/)
})

test('an unreadable history is reported while messages arrive', async (t) => {
  const { clock, provider } = await world(t)
  provider.fault('users.conversations', { error: 'missing_scope', needed: 'im:read' })
  const { states, texts, until, untilState } = await hear(t, { clock, provider })
  await untilState('connected')
  await until(() => states.at(-1)?.problem !== null)
  assert.match(
    states.at(-1)!.problem!,
    /failed to search for undelivered messages: the app lacks the scope im:read/,
  )
  provider.write({ channel: 'D01', user: 'U01', text: 'hello' })
  await until(() => texts().length === 1)
  await clock.sleeperFor(MINUTE)
  clock.advance(MINUTE)
  await until(() => states.at(-1)?.problem === null)
})
