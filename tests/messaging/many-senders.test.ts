import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deliveryOf, textFrom } from './providers/chata-deliveries.ts'
import { startChataServer } from './providers/chata.ts'
import { startMessagedHub } from './started-hub.ts'
import { until } from '../support/until.ts'

const SENDERS = 100
const EACH = 3

test('a hundred people who write at once each get answers in their own order: nothing is lost or duplicated [messaging.order] [messaging.once]', async (t) => {
  const provider = await startChataServer(t)
  const numbers = Array.from({ length: SENDERS }, (_, index) => String(16505560000 + index))
  const hub = await startMessagedHub(t, {
    roster: numbers.map((number, index) => `chata,${number},person${index}@example.com,Person ${index}`),
    surfaces: ['chat-a'],
    environment: provider.environment,
  })
  const address = hub.addressOf('chata')
  const wordsOf = (number: string) => Array.from({ length: EACH }, (_, index) => `${number} says ${index}`)
  const write = async (number: string) => {
    for (const words of wordsOf(number)) {
      const delivery = deliveryOf(textFrom(number, `/say ${words}`))
      assert.equal((await provider.deliver(address, delivery)).status, 200)
    }
  }
  await Promise.all(numbers.map(write))
  const answered = async () => (await hub.messages()).filter(({ state }) => state === 'sent').length
  await until(async () => (await answered()) === SENDERS * EACH)
  for (const number of numbers)
    assert.deepEqual(
      provider.sent.flatMap(({ request }) => (request.to === number ? [request.text.body] : [])),
      wordsOf(number),
    )
  assert.deepEqual(provider.refused, [])
})
