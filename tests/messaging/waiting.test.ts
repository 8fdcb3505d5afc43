import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { ModelFailure } from '#core/agent/model/model.ts'
import { BACKENDS } from '../support/stores.ts'
import { startConversation, type ConversationWorld, type Reply } from './conversation-world.ts'

const unavailable: Reply = () => {
  throw new ModelFailure('unavailable', 'it broke off')
}
const asked = (retryAfter: string) => () => {
  throw new ModelFailure('rate_limited', 'slow down', {
    cause: { responseHeaders: { 'retry-after': retryAfter } },
  })
}
const echo: Reply = (output) => `re: ${output.at(-1)}`

const each = (title: string, run: (world: ConversationWorld, t: TestContext) => Promise<void>) => {
  for (const backend of BACKENDS)
    test(`${backend.kind}: ${title}`, { skip: backend.skip }, async (t) =>
      run(await startConversation(t, backend), t),
    )
}

each(
  'a person whose answer fails for a while learns it at once, and once [messaging.waiting]',
  async (world) => {
    world.reply = unavailable
    const key = await world.write('first')
    await world.work()
    assert.equal(world.sent.length, 1)
    assert.match(world.sent[0]!, /tries again in 15 seconds\. Write \/stop/)
    for (const ms of [14_999, 1, 59_999, 1]) {
      world.clock.advance(ms)
      await world.work()
    }
    assert.equal(world.turns.length, 3)
    world.reply = echo
    world.clock.advance(240_000)
    await world.work()
    await world.work()
    assert.deepEqual(world.sent.slice(1), ['re: first'])
    assert.equal((await world.message(key)).state, 'sent')
  },
)

each('after the last attempt the person hears that it failed [messaging.waiting]', async (world) => {
  world.reply = unavailable
  const key = await world.write('first')
  for (const ms of [0, 15_000, 60_000, 240_000]) {
    world.clock.advance(ms)
    await world.work()
  }
  assert.match(world.sent.at(-1)!, /^Your message could not be answered/)
  assert.equal((await world.message(key)).state, 'failed')
})

each(
  'a second message during a retry makes both run at once, and one answer covers both [messaging.waiting]',
  async (world) => {
    world.reply = unavailable
    const first = await world.write('the weather in Paris?')
    await world.work()
    world.reply = (output) => output.at(-1)!
    world.clock.advance(2000)
    const second = await world.write('and in Rome?')
    await world.work()
    assert.deepEqual(world.sent.slice(1), ['the weather in Paris?\n\nand in Rome?'])
    for (const key of [first, second]) assert.equal((await world.message(key)).state, 'sent')
    world.clock.advance(300_000)
    await world.work()
    assert.equal(world.turns.length, 2, 'nothing is answered twice')
    await world.write('thanks')
    await world.work()
    assert.deepEqual(world.turns.at(-1), ['the weather in Paris?\n\nand in Rome?', 'thanks'])
  },
)

each(
  'a message that fails each time delays another by at most a retry [messaging.waiting]',
  async (world) => {
    world.reply = (output) => {
      if (output.at(-1)!.includes('poison')) throw new ModelFailure('unavailable', 'a template fails')
      return echo(output, AbortSignal.abort())
    }
    const poison = await world.write('poison')
    await world.work()
    const good = await world.write('good')
    await world.work()
    assert.equal((await world.message(good)).state, 'received')
    world.clock.advance(15_000)
    await world.work()
    assert.equal((await world.message(good)).state, 'sent')
    assert.equal(world.sent.at(-1), 're: good')
    assert.equal((await world.message(poison)).state, 'received')
    assert.equal(world.sent.filter((text) => /tries again/.test(text)).length, 1)
  },
)

each(
  'another person in the conversation is answered while a message waits [messaging.waiting]',
  async (world) => {
    world.reply = unavailable
    const first = await world.write('first')
    await world.work()
    world.reply = echo
    await world.write('mine', { by: 'ben' })
    await world.work()
    assert.equal(world.sent.at(-1), 're: mine')
    assert.equal((await world.message(first)).state, 'received')
  },
)

each('/stop ends retries and waiting messages at once [messaging.waiting]', async (world) => {
  world.reply = unavailable
  const first = await world.write('first')
  await world.work()
  const queued = await world.write('queued')
  const stop = await world.write('/stop')
  const states = async () => Promise.all([first, queued].map(async (key) => (await world.message(key)).state))
  assert.deepEqual(await states(), ['stopped', 'stopped'])
  await world.work()
  assert.equal(world.sent.at(-1), 'Stopped.')
  assert.equal((await world.message(stop)).state, 'sent')
  world.clock.advance(600_000)
  await world.work()
  assert.equal(world.turns.length, 1)
  await world.write('/stop')
  await world.work()
  assert.equal(world.sent.at(-1), 'Nothing is being answered right now.')
})

each(
  '/stop ends an answer of another instance, and other people’s messages stay [messaging.waiting]',
  async (world) => {
    let began = () => {}
    const begun = new Promise<void>((resolve) => (began = resolve))
    world.reply = (_, signal) => {
      began()
      return new Promise((__, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    }
    const first = await world.write('first')
    const working = world.work('one')
    await begun
    world.reply = echo
    await world.write('of Ben', { by: 'ben' })
    await world.write('/stop')
    await working
    assert.equal((await world.message(first)).state, 'stopped')
    assert.deepEqual(world.sent, ['Stopped.', 're: of Ben'])
  },
)

each(
  '/stop of an answer keeps messages before their first turn, and ends those before another [messaging.waiting]',
  async (world) => {
    world.reply = unavailable
    const first = await world.write('first')
    await world.work()
    let began = () => {}
    const begun = new Promise<void>((resolve) => (began = resolve))
    world.reply = (_, signal) => {
      began()
      return new Promise((__, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    }
    const second = await world.write('second')
    const working = world.work()
    await begun
    world.reply = echo
    const third = await world.write('third')
    await world.write('/stop')
    await working
    const states = await Promise.all(
      [first, second, third].map(async (key) => (await world.message(key)).state),
    )
    assert.deepEqual(states, ['stopped', 'stopped', 'sent'])
    assert.deepEqual(world.sent.slice(1), ['Stopped.', 're: third'])
  },
)

each('/stop also ends an answer of a stopped instance [messaging.waiting]', async (world) => {
  let began = () => {}
  const begun = new Promise<void>((resolve) => (began = resolve))
  world.reply = () => {
    began()
    return new Promise(() => {})
  }
  const first = await world.write('first')
  void world.work('dead')
  await begun
  await world.die('dead')
  await world.write('/stop')
  world.reply = echo
  await world.work('alive')
  assert.equal((await world.message(first)).state, 'stopped')
  assert.deepEqual(world.sent, ['Stopped.'])
})

each('the provider of the model is asked again only when it said so [messaging.waiting]', async (world) => {
  world.reply = asked('90')
  await world.write('first')
  await world.work()
  assert.match(world.sent[0]!, /tries again in 90 seconds/)
  world.reply = echo
  world.clock.advance(89_999)
  await world.work()
  assert.equal(world.turns.length, 1)
  world.clock.advance(1)
  await world.work()
  assert.equal(world.sent.at(-1), 're: first')
})

each(
  'a delay at the provider delays only its sending: answers are still written, and sent in order [messaging.waiting]',
  async (world) => {
    const busy = { outcome: 'later', afterMs: 30_000, reason: 'too many', of: 'conversation' } as const
    world.outcomes.push(busy)
    const keys = [await world.write('first'), await world.write('second')]
    await world.work()
    assert.equal(world.turns.length, 2)
    assert.deepEqual(world.sent, [])
    world.clock.advance(30_000)
    await world.work()
    assert.deepEqual(world.sent, ['re: first', 're: second'])
    for (const key of keys) assert.equal((await world.message(key)).state, 'sent')
  },
)

each(
  'a message that waits is tried again in the chat where it was begun, also after /new [messaging.waiting]',
  async (world) => {
    await world.write('before')
    await world.work()
    world.reply = unavailable
    await world.write('first')
    await world.work()
    await world.write('/new')
    await world.work()
    world.reply = echo
    await world.write('after')
    await world.work()
    assert.deepEqual(world.turns.at(-1), ['after'])
    world.clock.advance(15_000)
    await world.work()
    assert.deepEqual(world.turns.at(-1), ['before', 'first'])
  },
)

each(
  'a truncated answer gives the reason, and the agent gets the answer alone [messaging.cut]',
  async (world) => {
    world.finish = 'length'
    const key = await world.write('the question is long')
    await world.work()
    assert.match(world.sent[0]!, /^re: the question is long\n\nThe answer ends here: it reached/)
    assert.equal((await world.message(key)).answer, 're: the question is long')
    world.reply = () => ''
    world.finish = 'content-filter'
    await world.write('the other')
    await world.work()
    assert.match(world.sent[1]!, /^There is no answer: the model provider’s content filter/)
    world.finish = 'stop'
    await world.write('again')
    await world.work()
    assert.match(world.sent[2]!, /^The model returned an empty answer\. Send the message again/)
  },
)

each(
  'a refusal of the model’s provider is reported at once, once, with the person who finds the reason [messaging.waiting]',
  async (world) => {
    world.reply = () => {
      throw new ModelFailure('bad_request', 'Jinja Exception: roles must alternate')
    }
    const key = await world.write('first')
    await world.work()
    world.clock.advance(600_000)
    await world.work()
    assert.equal(world.turns.length, 1)
    assert.deepEqual(world.sent, [
      'Your message could not be answered. The model failed: its provider refused the request. An administrator can find the reason in the Hub’s log.',
    ])
    assert.equal((await world.message(key)).state, 'failed')
  },
)
