import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { forwarded } from '#features/messaging/text/quoted-text.ts'
import { BACKENDS } from '../support/stores.ts'
import { startConversation, type ConversationWorld } from './conversation-world.ts'

const each = (title: string, run: (world: ConversationWorld, t: TestContext) => Promise<void>) => {
  for (const backend of BACKENDS)
    test(`${backend.kind}: ${title}`, { skip: backend.skip }, async (t) =>
      run(await startConversation(t, backend), t),
    )
}

const HOLD_MS = 1500
const picture = (id: string) => ({
  media: [{ id, filename: `${id}.jpg`, contentType: 'image/jpeg', bytes: 1 }],
})
const states = (world: ConversationWorld, keys: readonly string[]) =>
  Promise.all(keys.map(async (key) => (await world.message(key)).state))

each('a long text that a client split is one message, with one answer [messaging.joined]', async (world) => {
  const [first, second] = ['a'.repeat(4096), 'b'.repeat(1888)]
  const keys = [await world.write(first)]
  await world.work()
  assert.equal(world.turns.length, 0, 'what follows may belong to it')
  keys.push(await world.write(second))
  await world.work()
  assert.deepEqual(world.turns, [[first + second]])
  assert.deepEqual(await states(world, keys), ['sent', 'sent'])
  world.clock.advance(60_000)
  await world.work()
  await world.write('and now?')
  await world.work()
  assert.deepEqual(world.turns.slice(1), [[first + second, 'and now?']])
})

each(
  'a message that may continue and does not is answered after a moment, and an ordinary message at once [messaging.joined]',
  async (world) => {
    await world.write('hello')
    await world.work()
    assert.equal(world.turns.length, 1)
    await world.write('c'.repeat(3000))
    world.clock.advance(HOLD_MS - 1)
    await world.work()
    assert.equal(world.turns.length, 1)
    world.clock.advance(1)
    await world.work()
    assert.equal(world.turns.length, 2)
  },
)

each(
  'an album is one message with all its pictures, and its words wherever they are [messaging.joined]',
  async (world) => {
    const keys = [
      await world.write('', { ...picture('1'), album: 'x' }),
      await world.write('what are these?', { ...picture('2'), album: 'x' }),
      await world.write('', { ...picture('3'), album: 'x' }),
    ]
    await world.work()
    assert.equal(world.turns.length, 0)
    world.clock.advance(HOLD_MS)
    await world.work()
    assert.equal(world.turns.length, 1)
    assert.equal(world.turns[0]?.[0]?.match(/\.jpg/g)?.length, 3)
    assert.match(world.turns[0][0], /what are these\?/)
    assert.deepEqual(await states(world, keys), ['sent', 'sent', 'sent'])
  },
)

each(
  'pictures without words wait for them, in groups too, where only the words name the Hub [messaging.joined]',
  async (world) => {
    const group = { conversation: { id: 'c', kind: 'group', name: null } } as const
    const keys = [
      await world.write('', { ...picture('1'), ...group, isAddressed: false }),
      await world.write('', { ...picture('2'), ...group, isAddressed: false }),
      await world.write('compare them', group),
    ]
    await world.work()
    assert.equal(world.turns.length, 1)
    assert.deepEqual(await states(world, keys), ['sent', 'sent', 'sent'])
  },
)

each('a forward and its comment are one message, whichever comes first [messaging.joined]', async (world) => {
  await world.write(forwarded('the news', 'Ben'))
  await world.work()
  await world.write('is this true?')
  await world.work()
  assert.equal(world.turns.length, 1)
  assert.match(world.turns[0]!.at(-1)!, /> the news\n\nis this true\?$/)

  world.clock.advance(10_000)
  let began = () => {}
  const begun = new Promise<void>((resolve) => (began = resolve))
  world.reply = (_, signal) => {
    began()
    return new Promise((__, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  }
  const comment = await world.write('and this?')
  const working = world.work()
  await begun
  world.reply = (output) => `re: ${output.at(-1)}`
  const passedOn = await world.write(forwarded('more news', 'Ben'))
  await working
  world.clock.advance(HOLD_MS)
  await world.work()
  assert.match(world.turns.at(-1)!.at(-1)!, /^and this\?\n\nForwarded/)
  assert.deepEqual(await states(world, [comment, passedOn]), ['sent', 'sent'])
  assert.equal(world.sent.length, 2)
})

each(
  'a duplicate joins nothing, and an edit of a piece applies to the whole message [messaging.joined]',
  async (world) => {
    await world.write('a'.repeat(3000))
    const key = await world.write('second')
    const again = await world.message(key)
    const about = {
      conversation: { id: 'c', kind: 'private', name: null } as const,
      sender: { handles: again.handles, name: null },
      at: again.writtenAt,
    }
    await world.take({ kind: 'edited', id: key, ...about, text: 'third' })
    await world.write('second', { id: key })
    await world.work()
    assert.deepEqual(world.turns, [[`${'a'.repeat(3000)}\nthird`]])
  },
)

each(
  'a deleted piece is left out, and without the first piece the others are answered [messaging.joined]',
  async (world) => {
    const first = await world.write('', { ...picture('1'), album: 'x' })
    const second = await world.write('', { ...picture('2'), album: 'x' })
    await world.write('what is it?', { ...picture('3'), album: 'x' })
    for (const id of [first, second]) await world.take({ kind: 'deleted', id, conversation: 'c' })
    world.clock.advance(HOLD_MS)
    await world.work()
    assert.equal(world.turns.length, 1)
    assert.equal(world.turns[0]?.[0]?.match(/\.jpg/g)?.length, 1)
    assert.deepEqual(await states(world, [first, second]), ['stopped', 'stopped'])
  },
)

each(
  'a piece that comes while the answer is being finished is not left out of it [messaging.joined]',
  async (world) => {
    let began = () => {}
    const begun = new Promise<void>((resolve) => (began = resolve))
    let finish = (_: string) => {}
    world.reply = () => {
      began()
      return new Promise((resolve) => (finish = resolve))
    }
    await world.write('', { ...picture('1'), album: 'x' })
    world.clock.advance(HOLD_MS)
    const working = world.work('deaf')
    await begun
    world.deafen('deaf')
    await world.write('the words', { ...picture('2'), album: 'x' })
    finish('too early')
    world.reply = (output) => `re: ${output.at(-1)}`
    await working
    world.clock.advance(HOLD_MS)
    await world.work()
    assert.equal(world.sent.length, 1)
    assert.match(world.sent[0]!, /the words/)
  },
)

each('/stop stops all held messages [messaging.joined]', async (world) => {
  const keys = [
    await world.write('', { ...picture('1'), album: 'x' }),
    await world.write('', { ...picture('2'), album: 'x' }),
  ]
  await world.write('/stop')
  await world.work()
  assert.deepEqual(await states(world, keys), ['stopped', 'stopped'])
  assert.deepEqual(world.sent, ['Stopped.'])
})
