import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { test, type TestContext } from 'node:test'
import { mattermost } from '#features/messaging/channels/mattermost/kind.ts'
import type { SocketContext, SocketState } from '#features/messaging/channel.ts'
import type { IncomingEvent } from '#features/messaging/incoming.ts'
import { testClock, type TestClock } from '../support/clock.ts'
import { startMattermost, type MattermostServer } from './providers/mattermost.ts'

interface Heard {
  readonly server: MattermostServer
  readonly clock: TestClock
  readonly kept: Map<string, unknown>
  readonly repeats: string[]
  readonly states: SocketState[]
  said(): Promise<IncomingEvent[]>
  texts(): Promise<string[]>
  until(holds: () => boolean | Promise<boolean>): Promise<void>
  connect(): Promise<AsyncDisposable>
  isFull: boolean
  lastReceived: number | null
  /** The stored cursor; null if none is stored. */
  caughtUp: number | null
}

async function hear(t: TestContext): Promise<Heard> {
  const server = await startMattermost(t)
  const clock = testClock(server.now.ms)
  const changes = new EventEmitter()
  const environment = { MATTERMOST_URL: server.url, MATTERMOST_BOT_TOKEN: server.token }
  const channel = await mattermost.open({ environment, clock })
  const received: Heard = {
    server,
    clock,
    kept: new Map(),
    repeats: [],
    states: [],
    isFull: false,
    lastReceived: null,
    caughtUp: null,
    said: async () =>
      (await Promise.all([...received.kept.values()].map((body) => channel!.read(body)))).flat(),
    texts: async () => (await received.said()).flatMap((one) => (one.kind === 'message' ? [one.text] : [])),
    async until(holds) {
      for (;;) {
        const changed = once(changes, 'change') // subscribed first, so that no change is missed during the check
        if (await holds()) return
        await changed
      }
    },
    async connect() {
      const context: SocketContext = {
        environment,
        clock,
        async store({ id, body }) {
          if (received.isFull) throw new Error('the disk is full')
          if (received.kept.has(id)) received.repeats.push(id)
          else received.kept.set(id, JSON.parse(Buffer.from(body).toString()))
          changes.emit('change')
        },
        readLastReceived: async () => received.lastReceived,
        caughtUp: {
          until: async () => received.caughtUp,
          async storeUntil(until) {
            received.caughtUp = until
            changes.emit('change')
          },
        },
        report(state) {
          received.states.push(state)
          changes.emit('change')
        },
      }
      assert.ok(mattermost.receiving.by === 'socket')
      const connection = await mattermost.receiving.connect(context)
      t.after(() => connection[Symbol.asyncDispose]())
      return connection
    },
  }
  return received
}

const isConnected = ({ states }: Heard) => states.at(-1)?.state === 'connected'

async function connected(t: TestContext): Promise<Heard & { connection: AsyncDisposable }> {
  const received = await hear(t)
  const connection = await received.connect()
  await received.until(() => isConnected(received))
  return Object.assign(received, { connection })
}

test('a direct message and a mention are kept under their ids as soon as they are written', async (t) => {
  const received = await connected(t)
  const { server, kept } = received
  const ada = server.addUser('ada')
  const direct = server.say(ada, server.addChannel('D'), 'hi')
  const mention = server.say(ada, server.addChannel('O'), '@hub hello')
  await received.until(() => kept.size === 2)
  assert.deepEqual([...kept.keys()], [direct.id, mention.id])
  const output = await received.said()
  assert.deepEqual(
    output.map(
      (one) => one.kind === 'message' && [one.text, one.isAddressed, one.sender.handles, one.sender.name],
    ),
    [
      ['hi', true, [ada.id], '@ada'],
      ['hello', true, [ada.id], '@ada'],
    ],
  )
  assert.deepEqual(server.refused, [])
})

test('the bot’s own messages are not stored', async (t) => {
  const received = await connected(t)
  const line = received.server.addChannel('D')
  received.server.create({ channel_id: line.id, message: 'an answer' })
  received.server.say(received.server.addUser('ada'), line, 'thanks')
  await received.until(() => received.kept.size === 1)
  assert.deepEqual(await received.texts(), ['thanks'])
})

test('edits, deletions and reactions find the conversation of their message', async (t) => {
  const received = await connected(t)
  const { server, kept } = received
  const ada = server.addUser('ada')
  const line = server.addChannel('D')
  const post = server.say(ada, line, 'hi')
  server.edit(post, 'hi!')
  server.react(ada, post, '+1')
  server.remove(post)
  await received.until(() => kept.size === 4)
  const reported = (await received.said()).slice(1)
  assert.deepEqual(
    reported.map((one) => [one.kind, 'conversation' in one && one.conversation]),
    [
      ['edited', { id: line.id, kind: 'private', name: null }],
      ['reaction', { id: line.id, kind: 'private', name: null }],
      ['deleted', line.id],
    ],
  )
})

test('the first start answers nothing that was said before', async (t) => {
  const received = await hear(t)
  const line = received.server.addChannel('D')
  const ada = received.server.addUser('ada')
  received.server.say(ada, line, 'long ago')
  await received.connect()
  await received.until(() => isConnected(received))
  received.server.say(ada, line, 'now')
  await received.until(() => received.kept.size > 0)
  assert.deepEqual(await received.texts(), ['now'])
})

test('after a disconnection the history provides the missed messages, before newer ones, in the same form [messaging.heard]', async (t) => {
  const received = await connected(t)
  const { server, clock, kept } = received
  const ada = server.addUser('ada')
  const line = server.addChannel('D')
  server.say(ada, line, 'one')
  await received.until(() => kept.size === 1)
  server.takesSockets = false
  server.dropSockets()
  await received.until(() => received.states.at(-1)?.state === 'connecting')
  for (let n = 0; n < 230; n++) server.say(ada, line, `missed ${n}`)
  const thread = server.say(ada, server.addChannel('O'), '@hub in a channel')
  server.takesSockets = true
  server.faults.push({
    on: 'GET channels/',
    does: { answer: 429, headers: { 'retry-after': '2' }, body: 'limit exceeded' },
  })
  server.faults.push({ on: 'GET channels/', does: 'hold' })
  await clock.sleeperFor(1_000)
  clock.advance(1_000)
  await clock.sleeperFor(2_000) // the server's `Retry-After`
  clock.advance(2_000)
  while (server.held() === 0) await new Promise(setImmediate)
  server.say(ada, line, 'after')
  server.release()
  await received.until(() => isConnected(received) && kept.has(thread.id) && kept.size === 233)
  const inLine = (await received.said()).flatMap((one) =>
    one.kind === 'message' && one.conversation.id === line.id ? [one.text] : [],
  )
  assert.deepEqual(inLine, ['one', ...Array.from({ length: 230 }, (_, n) => `missed ${n}`), 'after'])
  assert.deepEqual(server.refused, [])
})

test('a restart continues after the last stored message', async (t) => {
  const received = await hear(t)
  const { server } = received
  const ada = server.addUser('ada')
  const line = server.addChannel('D')
  server.now.ms -= 3_600_000
  const early = server.say(ada, line, 'kept an hour ago')
  server.now.ms += 3_600_000
  server.say(ada, line, 'while we were away')
  received.lastReceived = early.create_at + 120_000
  await received.connect()
  await received.until(() => received.kept.size === 1)
  assert.deepEqual(await received.texts(), ['while we were away'])
})

test('a restart during the catch-up fetches the missing messages, although newer ones are stored [messaging.heard]', async (t) => {
  const received = await hear(t)
  const { server } = received
  const ada = server.addUser('ada')
  const line = server.addChannel('D')
  received.caughtUp = server.now.ms
  server.now.ms += 3_600_000
  const missed = server.say(ada, line, 'while we were away')
  server.now.ms += 3_600_000
  server.say(ada, line, 'kept before the end')
  received.lastReceived = server.now.ms
  await received.connect()
  await received.until(() => received.kept.size === 2)
  assert.deepEqual(await received.texts(), ['while we were away', 'kept before the end'])
  await received.until(() => received.caughtUp! > missed.create_at)
})

test('an event that was dropped on the way is fetched from the history', async (t) => {
  const received = await connected(t)
  const { server, clock } = received
  const ada = server.addUser('ada')
  const line = server.addChannel('D')
  server.tells = false
  server.say(ada, line, 'dropped')
  server.tells = true
  server.loseEvent()
  server.say(ada, line, 'told')
  await received.until(
    () => received.states.at(-1)?.problem === 'Mattermost left out events on its websocket',
  )
  await clock.sleeperFor(1_000)
  clock.advance(1_000)
  await received.until(() => received.kept.size === 2)
  assert.deepEqual(await received.texts(), ['dropped', 'told'])
})

test('a server that answers pings and sends no events is detected, and its messages are stored', async (t) => {
  const received = await connected(t)
  const { server, clock } = received
  const ada = server.addUser('ada')
  const line = server.addChannel('D')
  server.say(ada, line, 'told')
  await received.until(() => received.kept.size === 1)
  await pass(received, 300_000)
  await clock.sleeperFor(300_000)
  server.tells = false
  server.say(ada, line, 'untold')
  await pass(received, 300_000)
  await received.until(() => received.kept.size === 2)
  await clock.sleeperFor(10_000)
  clock.advance(10_000)
  await received.until(() => received.states.some(({ state }) => state === 'deaf'))
  assert.deepEqual(await received.texts(), ['told', 'untold'])
  server.tells = true
  await clock.sleeperFor(1_000)
  clock.advance(1_000)
  await received.until(() => isConnected(received))
})

test('a server that answers nothing any more is left', async (t) => {
  const received = await connected(t)
  received.server.answersPings = false
  await received.clock.sleeperFor(30_000)
  received.clock.advance(30_000) // after this time, the client sends a ping
  await received.clock.sleeperFor(30_000)
  received.clock.advance(30_000)
  await received.until(
    () => received.states.at(-1)?.problem === 'Mattermost does not answer on its websocket',
  )
})

test('messages that cannot be stored are not lost, and are fetched again in order', async (t) => {
  const received = await connected(t)
  const { server, clock } = received
  const ada = server.addUser('ada')
  const line = server.addChannel('D')
  received.isFull = true
  server.say(ada, line, 'one')
  server.say(ada, line, 'two')
  await received.until(
    () => received.states.at(-1)?.problem === 'failed to store events from Mattermost: the disk is full',
  )
  assert.equal(received.kept.size, 0)
  received.isFull = false
  await clock.sleeperFor(2_000)
  clock.advance(2_000)
  await received.until(() => received.kept.size === 2)
  assert.deepEqual(await received.texts(), ['one', 'two'])
})

test('a token that is not good ends the start with a line that names it', async (t) => {
  const received = await hear(t)
  received.server.acceptsToken = false
  await assert.rejects(received.connect(), { message: 'Mattermost does not accept MATTERMOST_BOT_TOKEN' })
})

test('a token that is taken away later is reported, and tried less and less often', async (t) => {
  const received = await connected(t)
  received.server.acceptsToken = false
  received.server.dropSockets()
  for (const ms of [1_000, 2_000, 4_000]) {
    await received.clock.sleeperFor(ms)
    received.clock.advance(ms)
    await received.until(
      () => received.states.at(-1)?.problem === 'Mattermost does not accept MATTERMOST_BOT_TOKEN',
    )
  }
  assert.ok(!JSON.stringify(received.states).includes(received.server.token))
})

test('a server that is away at the start, a proxy without websockets and garbage are reported and tried again', async (t) => {
  const received = await hear(t)
  const { server, clock } = received
  server.faults.push({ on: 'GET users/me', does: { answer: 502, body: '<html>' } })
  server.faults.push({ on: 'GET users/me', does: { answer: 502, body: '<html>' } })
  server.takesSockets = false
  await received.connect()
  const problem = () => received.states.at(-1)?.problem ?? ''
  await received.until(() => /is not Mattermost \(502\)/.test(problem()))
  await clock.sleeperFor(2_000)
  clock.advance(2_000)
  await received.until(() => /proxy before it may have to let websockets pass/.test(problem()))
  server.takesSockets = true
  await clock.sleeperFor(4_000)
  clock.advance(4_000)
  await received.until(() => isConnected(received))
  server.sendRaw('<html>')
  await received.until(() => problem() === 'what answers on the websocket is not Mattermost')
})

test('closing ends the connection and is reported', async (t) => {
  const received = await connected(t)
  await received.connection[Symbol.asyncDispose]()
  assert.equal(received.states.at(-1)?.state, 'stopped')
  while (received.server.sockets() > 0) await new Promise(setImmediate)
})

/** Advances the clock in steps, so that each ping is answered. */
async function pass({ clock, server }: Heard, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 30_000) {
    await clock.sleeperFor(30_000)
    await server.settled()
    clock.advance(30_000)
  }
}
