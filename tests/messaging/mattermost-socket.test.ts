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
  /** Stored deliveries in order of arrival; duplicates are not stored again. */
  readonly kept: Map<string, unknown>
  readonly repeats: string[]
  readonly states: SocketState[]
  said(): Promise<IncomingEvent[]>
  texts(): Promise<string[]>
  /** Resolves when the condition holds; checks after each store and report. */
  until(holds: () => boolean | Promise<boolean>): Promise<void>
  connect(): Promise<AsyncDisposable>
  /** While true, storing fails. */
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
  const heard: Heard = {
    server,
    clock,
    kept: new Map(),
    repeats: [],
    states: [],
    isFull: false,
    lastReceived: null,
    caughtUp: null,
    said: async () => (await Promise.all([...heard.kept.values()].map((body) => channel!.read(body)))).flat(),
    texts: async () => (await heard.said()).flatMap((one) => (one.kind === 'message' ? [one.text] : [])),
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
          if (heard.isFull) throw new Error('the disk is full')
          if (heard.kept.has(id)) heard.repeats.push(id)
          else heard.kept.set(id, JSON.parse(Buffer.from(body).toString()))
          changes.emit('change')
        },
        readLastReceived: async () => heard.lastReceived,
        caughtUp: {
          until: async () => heard.caughtUp,
          async storeUntil(until) {
            heard.caughtUp = until
            changes.emit('change')
          },
        },
        report(state) {
          heard.states.push(state)
          changes.emit('change')
        },
      }
      assert.ok(mattermost.receiving.by === 'socket')
      const connection = await mattermost.receiving.connect(context)
      t.after(() => connection[Symbol.asyncDispose]())
      return connection
    },
  }
  return heard
}

const isConnected = ({ states }: Heard) => states.at(-1)?.state === 'connected'

async function connected(t: TestContext): Promise<Heard & { connection: AsyncDisposable }> {
  const heard = await hear(t)
  const connection = await heard.connect()
  await heard.until(() => isConnected(heard))
  return Object.assign(heard, { connection })
}

test('a direct message and a mention are kept under their ids as soon as they are written', async (t) => {
  const heard = await connected(t)
  const { server, kept } = heard
  const ada = server.addUser('ada')
  const direct = server.say(ada, server.addChannel('D'), 'hi')
  const mention = server.say(ada, server.addChannel('O'), '@hub hello')
  await heard.until(() => kept.size === 2)
  assert.deepEqual([...kept.keys()], [direct.id, mention.id])
  const said = await heard.said()
  assert.deepEqual(
    said.map(
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
  const heard = await connected(t)
  const line = heard.server.addChannel('D')
  heard.server.create({ channel_id: line.id, message: 'an answer' })
  heard.server.say(heard.server.addUser('ada'), line, 'thanks')
  await heard.until(() => heard.kept.size === 1)
  assert.deepEqual(await heard.texts(), ['thanks'])
})

test('edits, deletions and reactions find the conversation of their message', async (t) => {
  const heard = await connected(t)
  const { server, kept } = heard
  const ada = server.addUser('ada')
  const line = server.addChannel('D')
  const post = server.say(ada, line, 'hi')
  server.edit(post, 'hi!')
  server.react(ada, post, '+1')
  server.remove(post)
  await heard.until(() => kept.size === 4)
  const told = (await heard.said()).slice(1)
  assert.deepEqual(
    told.map((one) => [one.kind, 'conversation' in one && one.conversation]),
    [
      ['edited', { id: line.id, kind: 'private', name: null }],
      ['reaction', { id: line.id, kind: 'private', name: null }],
      ['deleted', line.id],
    ],
  )
})

test('the first start answers nothing that was said before', async (t) => {
  const heard = await hear(t)
  const line = heard.server.addChannel('D')
  const ada = heard.server.addUser('ada')
  heard.server.say(ada, line, 'long ago')
  await heard.connect()
  await heard.until(() => isConnected(heard))
  heard.server.say(ada, line, 'now')
  await heard.until(() => heard.kept.size > 0)
  assert.deepEqual(await heard.texts(), ['now'])
})

test('after a disconnection the history provides the missed messages, before newer ones, in the same form [messaging.heard]', async (t) => {
  const heard = await connected(t)
  const { server, clock, kept } = heard
  const ada = server.addUser('ada')
  const line = server.addChannel('D')
  server.say(ada, line, 'one')
  await heard.until(() => kept.size === 1)
  server.takesSockets = false
  server.dropSockets()
  await heard.until(() => heard.states.at(-1)?.state === 'connecting')
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
  await heard.until(() => isConnected(heard) && kept.has(thread.id) && kept.size === 233)
  const inLine = (await heard.said()).flatMap((one) =>
    one.kind === 'message' && one.conversation.id === line.id ? [one.text] : [],
  )
  assert.deepEqual(inLine, ['one', ...Array.from({ length: 230 }, (_, n) => `missed ${n}`), 'after'])
  assert.deepEqual(server.refused, [])
})

test('a restart continues after the last stored message', async (t) => {
  const heard = await hear(t)
  const { server } = heard
  const ada = server.addUser('ada')
  const line = server.addChannel('D')
  server.now.ms -= 3_600_000
  const early = server.say(ada, line, 'kept an hour ago')
  server.now.ms += 3_600_000
  server.say(ada, line, 'while we were away')
  heard.lastReceived = early.create_at + 120_000
  await heard.connect()
  await heard.until(() => heard.kept.size === 1)
  assert.deepEqual(await heard.texts(), ['while we were away'])
})

test('a restart during the catch-up fetches the missing messages, although newer ones are stored [messaging.heard]', async (t) => {
  const heard = await hear(t)
  const { server } = heard
  const ada = server.addUser('ada')
  const line = server.addChannel('D')
  heard.caughtUp = server.now.ms
  server.now.ms += 3_600_000
  const missed = server.say(ada, line, 'while we were away')
  server.now.ms += 3_600_000
  server.say(ada, line, 'kept before the end')
  heard.lastReceived = server.now.ms
  await heard.connect()
  await heard.until(() => heard.kept.size === 2)
  assert.deepEqual(await heard.texts(), ['while we were away', 'kept before the end'])
  await heard.until(() => heard.caughtUp! > missed.create_at)
})

test('an event that was dropped on the way is fetched from the history', async (t) => {
  const heard = await connected(t)
  const { server, clock } = heard
  const ada = server.addUser('ada')
  const line = server.addChannel('D')
  server.tells = false
  server.say(ada, line, 'dropped')
  server.tells = true
  server.loseEvent()
  server.say(ada, line, 'told')
  await heard.until(() => heard.states.at(-1)?.problem === 'Mattermost left out events on its websocket')
  await clock.sleeperFor(1_000)
  clock.advance(1_000)
  await heard.until(() => heard.kept.size === 2)
  assert.deepEqual(await heard.texts(), ['dropped', 'told'])
})

test('a server that answers pings and sends no events is detected, and its messages are stored', async (t) => {
  const heard = await connected(t)
  const { server, clock } = heard
  const ada = server.addUser('ada')
  const line = server.addChannel('D')
  server.say(ada, line, 'told')
  await heard.until(() => heard.kept.size === 1)
  await pass(heard, 300_000)
  await clock.sleeperFor(300_000) // the next comparison with the history
  server.tells = false
  server.say(ada, line, 'untold')
  await pass(heard, 300_000)
  await heard.until(() => heard.kept.size === 2)
  await clock.sleeperFor(10_000)
  clock.advance(10_000)
  await heard.until(() => heard.states.some(({ state }) => state === 'deaf'))
  assert.deepEqual(await heard.texts(), ['told', 'untold'])
  server.tells = true
  await clock.sleeperFor(1_000)
  clock.advance(1_000)
  await heard.until(() => isConnected(heard))
})

test('a server that answers nothing any more is left', async (t) => {
  const heard = await connected(t)
  heard.server.answersPings = false
  await heard.clock.sleeperFor(30_000)
  heard.clock.advance(30_000) // after this time, the client sends a ping
  await heard.clock.sleeperFor(30_000)
  heard.clock.advance(30_000)
  await heard.until(() => heard.states.at(-1)?.problem === 'Mattermost does not answer on its websocket')
})

test('messages that cannot be stored are not lost, and are fetched again in order', async (t) => {
  const heard = await connected(t)
  const { server, clock } = heard
  const ada = server.addUser('ada')
  const line = server.addChannel('D')
  heard.isFull = true
  server.say(ada, line, 'one')
  server.say(ada, line, 'two')
  await heard.until(
    () => heard.states.at(-1)?.problem === 'failed to store events from Mattermost: the disk is full',
  )
  assert.equal(heard.kept.size, 0)
  heard.isFull = false
  await clock.sleeperFor(2_000)
  clock.advance(2_000)
  await heard.until(() => heard.kept.size === 2)
  assert.deepEqual(await heard.texts(), ['one', 'two'])
})

test('a token that is not good ends the start with a line that names it', async (t) => {
  const heard = await hear(t)
  heard.server.acceptsToken = false
  await assert.rejects(heard.connect(), { message: 'Mattermost does not accept MATTERMOST_BOT_TOKEN' })
})

test('a token that is taken away later is reported, and tried less and less often', async (t) => {
  const heard = await connected(t)
  heard.server.acceptsToken = false
  heard.server.dropSockets()
  for (const ms of [1_000, 2_000, 4_000]) {
    await heard.clock.sleeperFor(ms)
    heard.clock.advance(ms)
    await heard.until(
      () => heard.states.at(-1)?.problem === 'Mattermost does not accept MATTERMOST_BOT_TOKEN',
    )
  }
  assert.ok(!JSON.stringify(heard.states).includes(heard.server.token))
})

test('a server that is away at the start, a proxy without websockets and garbage are reported and tried again', async (t) => {
  const heard = await hear(t)
  const { server, clock } = heard
  server.faults.push({ on: 'GET users/me', does: { answer: 502, body: '<html>' } })
  server.faults.push({ on: 'GET users/me', does: { answer: 502, body: '<html>' } })
  server.takesSockets = false
  await heard.connect()
  const problem = () => heard.states.at(-1)?.problem ?? ''
  await heard.until(() => /is not Mattermost \(502\)/.test(problem()))
  await clock.sleeperFor(2_000)
  clock.advance(2_000)
  await heard.until(() => /proxy before it may have to let websockets pass/.test(problem()))
  server.takesSockets = true
  await clock.sleeperFor(4_000)
  clock.advance(4_000)
  await heard.until(() => isConnected(heard))
  server.sendRaw('<html>')
  await heard.until(() => problem() === 'what answers on the websocket is not Mattermost')
})

test('closing ends the connection and is reported', async (t) => {
  const heard = await connected(t)
  await heard.connection[Symbol.asyncDispose]()
  assert.equal(heard.states.at(-1)?.state, 'stopped')
  while (heard.server.sockets() > 0) await new Promise(setImmediate)
})

/** Advances the clock in steps, so that each ping is answered. */
async function pass({ clock, server }: Heard, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 30_000) {
    await clock.sleeperFor(30_000)
    await server.settled()
    clock.advance(30_000)
  }
}
