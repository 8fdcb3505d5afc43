import assert from 'node:assert/strict'
import { describe, test, type TestContext } from 'node:test'
import { MAX_BUS_MESSAGE_BYTES, subjectOf, type Bus } from '#ground/bus/bus.ts'
import { feedRequestSubject } from '#cluster/live-answers/feed-messages.ts'
import { openFeed } from '#cluster/live-answers/feed.ts'
import { followFeed } from '#cluster/live-answers/follow-feed.ts'
import { testClock } from '../support/clock.ts'
import { ENGINES, natsEnds, NATS_SKIP } from './buses.ts'
import { until } from '../support/until.ts'
import { lossy } from './lossy.ts'

const SUBJECT = subjectOf('turn', 'a chat’s id. *', 'answer > 1')

async function grow(t: TestContext, { speaker, listener }: { speaker: Bus; listener: Bus }) {
  const clock = testClock()
  const words: string[] = []
  const stored: { words: string[]; isThere: boolean } = { words: [], isThere: true }
  const received: string[] = []
  const ways: string[] = []
  const feed = openFeed(speaker, SUBJECT, { clock, snapshot: () => words })
  t.after(() => feed[Symbol.dispose]())
  const { promise: last, resolve } = Promise.withResolvers<void>()
  const listening = listener.subscribe('last', () => resolve())
  t.after(() => listening[Symbol.dispose]())
  await until(
    async () =>
      (await listener.request(feedRequestSubject(SUBJECT), '{"wants":"number"}', 1000)).kind === 'answered',
  )
  clock.advance(60_000)
  const follow = (from = 0) => {
    const following = followFeed(listener, SUBJECT, {
      clock,
      from,
      onPiece(piece) {
        ways.push('piece')
        received.push(piece as string)
      },
      onSnapshot(snapshot) {
        ways.push('snapshot')
        received.splice(0, Infinity, ...(snapshot as string[]))
      },
      async readStore() {
        ways.push('store')
        if (!stored.isThere) throw new Error('the store is away')
        if (stored.words.length > received.length) received.splice(0, Infinity, ...stored.words)
        return stored.words.length
      },
    })
    t.after(() => following[Symbol.dispose]())
    return following
  }
  const say = (...more: string[]) => {
    for (const word of more) {
      words.push(word)
      feed.notify(word)
    }
  }
  const goesOn = (holds: () => boolean) =>
    until(
      () => {
        clock.advance(100)
        return holds()
      },
      { everyMs: 5 },
    )
  const hearsAll = () => goesOn(() => received.length === words.length)
  const isLive = async () => {
    await goesOn(() => {
      say('more')
      return ways.at(-1) === 'piece'
    })
    await hearsAll()
  }
  return { last, words, stored, heard: received, ways, feed, follow, say, goesOn, hearsAll, isLive, clock }
}

async function growOverLossyLine(t: TestContext, engine: (typeof ENGINES)[number]) {
  const ends = await engine.open(t)
  const listener = lossy(ends.listener)
  return { listener, ...(await grow(t, { ...ends, listener })) }
}

for (const engine of ENGINES)
  describe(`a feed over ${engine.name}`, { skip: engine.skip }, () => {
    test('a follower gets the earlier text, and then each piece in order [bus.order]', async (t) => {
      const it = await grow(t, await engine.open(t))
      it.say('one', 'two')
      it.follow()
      await it.hearsAll()
      for (let n = 0; n < 500; n++) it.say(`piece ${n}`)
      await it.hearsAll()
      assert.deepEqual(it.heard, it.words)
      assert.ok(it.ways.includes('piece'))
    })

    test('a follower that has the beginning of a feed gets only later pieces [bus.order]', async (t) => {
      const it = await grow(t, await engine.open(t))
      it.say('one')
      it.heard.push('one')
      it.follow(1)
      await it.goesOn(() => it.ways.length === 0)
      it.say('two')
      await it.goesOn(() => it.heard.length === 2)
      assert.deepEqual(it.heard, ['one', 'two'])
    })

    test('a lost piece is noticed by the next one, and a snapshot brings it [bus.gap]', async (t) => {
      const { listener, ...it } = await growOverLossyLine(t, engine)
      it.say('one')
      it.follow()
      await it.hearsAll()
      listener.loses = (_, text) => text.includes('"two"')
      it.say('two', 'three')
      await it.goesOn(() => it.heard.length === 3)
      assert.deepEqual(it.heard, ['one', 'two', 'three'])
      assert.ok(!it.ways.includes('piece'))
    })

    test('a lost last piece is detected within a second [bus.gap]', async (t) => {
      const { listener, ...it } = await growOverLossyLine(t, engine)
      it.follow()
      it.say('one')
      await it.hearsAll()
      listener.loses = (_, text) => text.includes('"two"')
      it.say('two')
      await it.goesOn(() => it.heard.length === 2)
      assert.deepEqual(it.heard, ['one', 'two'])
    })

    test('a piece that is too large for a message is read from the store [bus.large]', async (t) => {
      const it = await grow(t, await engine.open(t))
      it.follow()
      it.say('one')
      await it.hearsAll()
      const large = 'x'.repeat(30 * 1024 * 1024)
      it.say(large, 'after it')
      await it.goesOn(() => it.ways.includes('store'))
      assert.deepEqual(it.heard, ['one'])
      it.stored.words = [...it.words]
      await it.goesOn(() => it.heard.length === 3)
      assert.deepEqual(it.heard, ['one', large, 'after it'])
      await it.isLive()
      assert.deepEqual(it.heard, it.words)
    })

    test('more than a message may hold is never sent [bus.large]', async (t) => {
      const { speaker, listener } = await engine.open(t)
      speaker.publish(SUBJECT, 'x'.repeat(MAX_BUS_MESSAGE_BYTES))
      assert.throws(() => speaker.publish(SUBJECT, 'x'.repeat(MAX_BUS_MESSAGE_BYTES + 1)), RangeError)
      assert.throws(() => speaker.publish(SUBJECT, 'ü'.repeat(MAX_BUS_MESSAGE_BYTES / 2 + 1)), RangeError)
      await assert.rejects(listener.request(SUBJECT, 'x'.repeat(MAX_BUS_MESSAGE_BYTES + 1), 1000), RangeError)
      using _ = speaker.answer('much', () => 'x'.repeat(MAX_BUS_MESSAGE_BYTES + 1))
      await until(async () => (await listener.request('much', '', 50)).kind === 'timeout')
    })

    test('a follower without messages reads the store once a second, and recovers when messages arrive [bus.half-dead]', async (t) => {
      const { listener, ...it } = await growOverLossyLine(t, engine)
      it.follow()
      it.say('one')
      await it.hearsAll()
      listener.loses = () => true
      it.say('two')
      it.stored.words = [...it.words]
      await it.goesOn(() => it.heard.length === 2)
      it.stored.isThere = false
      const before = it.ways.length
      const began = it.clock.now()
      await it.goesOn(() => it.ways.length === before + 3)
      assert.ok(it.clock.now() - began >= 2000, 'the store is not asked more than once a second')
      it.say('three')
      listener.loses = () => false
      await it.goesOn(() => it.heard.length === 3)
      await it.isLive()
      assert.deepEqual(it.heard, it.words)
    })

    test('no instance answers for an ended feed: the database has its end [bus.nobody]', async (t) => {
      const it = await grow(t, await engine.open(t))
      it.follow()
      it.say('one')
      await it.hearsAll()
      it.stored.words = ['one', 'and the end']
      it.feed.end()
      it.feed[Symbol.dispose]()
      await it.goesOn(() => it.heard.length === 2)
      assert.deepEqual(it.heard, ['one', 'and the end'])
    })

    test('a request without a responder fails at once [bus.nobody]', async (t) => {
      const { speaker, listener } = await engine.open(t)
      assert.deepEqual(await listener.request('nobody', '', 60_000), { kind: 'no_responder' })
      const answering = speaker.answer('somebody', async (text) => `${text}!`)
      await until(async () => (await listener.request('somebody', 'you', 1000)).kind === 'answered')
      assert.deepEqual(await listener.request('somebody', 'you', 1000), { kind: 'answered', text: 'you!' })
      answering[Symbol.dispose]()
      await until(async () => (await listener.request('somebody', 'you', 1000)).kind === 'no_responder')
    })

    test('a follower that takes nothing for long holds a bounded number of pieces, and gets the rest [bus.bounded]', async (t) => {
      const { listener, ...it } = await growOverLossyLine(t, engine)
      it.follow()
      it.say('one')
      await it.hearsAll()
      listener.loses = (subject) => subject.endsWith('.ask')
      it.say('lost by nobody')
      await it.hearsAll()
      listener.loses = (subject, text) => subject.endsWith('.ask') || text.includes('"missed"')
      it.say('missed')
      for (let n = 0; n < 3000; n++) it.say(`piece ${n} ${'x'.repeat(1000)}`)
      await it.goesOn(() => it.ways.includes('store'))
      assert.equal(it.heard.length, 2)
      it.stored.words = [...it.words]
      listener.loses = () => false
      await it.goesOn(() => it.heard.length === it.words.length)
      assert.deepEqual(it.heard, it.words)
    })

    test('nothing is sent without followers, or after they left [bus.bounded]', async (t) => {
      const ends = await engine.open(t)
      const it = await grow(t, ends)
      const sent: string[] = []
      using _ = ends.listener.subscribe(SUBJECT, (text) => sent.push(text))
      it.say('one')
      const following = it.follow()
      await it.hearsAll()
      it.say('two')
      await it.hearsAll()
      following[Symbol.dispose]()
      it.clock.advance(60_000)
      it.say('three')
      ends.speaker.publish('last', '')
      await it.last
      assert.equal(sent.length, 1)
    })
  })

describe('a feed over a NATS server that goes away', { skip: NATS_SKIP }, () => {
  test('is followed by the store meanwhile, and by its pieces when the server is back [bus.restart]', async (t) => {
    const { server, ...ends } = await natsEnds(t)
    const it = await grow(t, ends)
    it.follow()
    it.say('one')
    await it.hearsAll()
    await server.stop()
    it.say('two')
    it.stored.words = [...it.words]
    await it.goesOn(() => it.heard.length === 2)
    await server.start()
    it.stored.isThere = false
    it.say('three')
    await it.goesOn(() => it.heard.length === 3)
    it.say('four')
    await it.goesOn(() => it.heard.length === 4)
    assert.deepEqual(it.heard, it.words)
  })

  test('is followed by the store while the server halts with its connections open [bus.half-dead]', async (t) => {
    const { server, ...ends } = await natsEnds(t)
    const it = await grow(t, ends)
    it.follow()
    it.say('one')
    await it.hearsAll()
    server.halt()
    it.say('two')
    it.stored.words = [...it.words]
    await it.goesOn(() => it.heard.length === 2)
    server.goOn()
    it.say('three')
    await it.goesOn(() => it.heard.length === 3)
    assert.deepEqual(it.heard, it.words)
  })
})
