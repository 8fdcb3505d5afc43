import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { deliveryOf, statusOf, textFrom } from './providers/chata-deliveries.ts'
import { startChataServer, type ChataServer } from './providers/chata.ts'
import { startMessagedHub, type MessagedHub } from './started-hub.ts'
import { until } from '../support/until.ts'

/** Kills per test; `KILLS=100 node --test <file>` sets a larger number. */
const KILLS = Number(process.env['KILLS'] ?? 1)
const ANA = '16505551234'

async function start(t: TestContext) {
  const provider = await startChataServer(t)
  const hub = await startMessagedHub(t, {
    roster: [`chata,${ANA},ana@example.com,Ana`],
    surfaces: ['chat-a'],
    environment: provider.environment,
  })
  return { provider, hub }
}

const deliver = (provider: ChataServer, hub: MessagedHub, text: string) =>
  provider.deliver(hub.addressOf('chata'), deliveryOf(textFrom(ANA, text)))

/** Repeats the delivery until it is accepted, like the provider. */
async function deliverUntilTaken(provider: ChataServer, hub: MessagedHub, text: string): Promise<void> {
  await until(async () => (await deliver(provider, hub, text).catch(() => null))?.status === 200)
}

async function endOf({ hub }: { hub: MessagedHub }, text: string) {
  const found = async () => (await hub.messages()).find((message) => message.text === text)
  const ended = async () => ['sent', 'unknown', 'failed'].includes((await found())?.state ?? '')
  await until(ended)
  return { state: (await found())!.state, answer: (await found())!.answer! }
}

const timesSent = ({ sent }: ChataServer, word: string): number =>
  sent.filter(({ request }) => request.text.body.includes(word)).length

test('killed between store and acknowledgement, a message that comes again is answered once [messaging.crash]', async (t) => {
  const world = await start(t)
  for (let kill = 0; kill < KILLS; kill++) {
    const word = `stored-${kill}.`
    const lost = deliver(world.provider, world.hub, `/say ${word}`).catch(() => null)
    await sleep(randomInt(12))
    await world.hub.killAndRestart()
    await lost
    await deliverUntilTaken(world.provider, world.hub, `/say ${word}`)
    assert.equal((await endOf(world, `/say ${word}`)).state, 'sent')
    assert.equal(timesSent(world.provider, word), 1, word)
  }
})

test('killed between answer and sending, an answer is sent once, or told to be in doubt [messaging.crash]', async (t) => {
  const world = await start(t)
  for (let kill = 0; kill < KILLS; kill++) {
    const word = `written-${kill}.`
    await deliverUntilTaken(world.provider, world.hub, `/say ${word}`)
    const isWritten = async () => (await world.hub.messages()).at(-1)?.answer === word
    await until(isWritten)
    await world.hub.killAndRestart()
    const { state } = await endOf(world, `/say ${word}`)
    assert.ok(timesSent(world.provider, word) === 1 || state === 'unknown', `${word} ${state}`)
    assert.ok(timesSent(world.provider, word) <= 1, word)
  }
})

test('killed between the provider’s acceptance and our record, an answer is not sent again, and its status tells the outcome [messaging.crash] [messaging.unknown]', async (t) => {
  const world = await start(t)
  for (let kill = 0; kill < KILLS; kill++) {
    const word = `accepted-${kill}.`
    world.provider.fail({ silent: 'after' }, { silent: 'after' }) // the first failure applies to the read receipt
    await deliverUntilTaken(world.provider, world.hub, `/say ${word}`)
    await until(() => timesSent(world.provider, word) === 1)
    await world.hub.killAndRestart()
    assert.equal((await endOf(world, `/say ${word}`)).state, 'unknown')
    const sent = world.provider.sent.find(({ request }) => request.text.body.includes(word))!
    await world.provider.deliver(world.hub.addressOf('chata'), deliveryOf(statusOf(sent, 'sent')))
    await until(async () => (await endOf(world, `/say ${word}`)).state === 'sent')
    assert.equal(timesSent(world.provider, word), 1, word)
  }
})

test('killed between two parts of an answer, each is sent once, or told to be in doubt [messaging.crash]', async (t) => {
  const world = await start(t)
  for (let kill = 0; kill < KILLS; kill++) {
    const prompt = `/repeat 2500 part${kill} `
    const since = world.provider.sent.length
    await deliverUntilTaken(world.provider, world.hub, prompt)
    await until(() => world.provider.sent.length > since)
    await world.hub.killAndRestart()
    const { state, answer } = await endOf(world, prompt)
    const bodies = world.provider.sent.slice(since).map(({ request }) => request.text.body)
    const words = bodies.join(' ').split(/\s+/).filter(Boolean).length
    const whole = answer.split(/\s+/).filter(Boolean).length
    assert.ok(state === 'unknown' ? words <= whole : words === whole, `${words} of ${whole} words: ${state}`)
  }
})
