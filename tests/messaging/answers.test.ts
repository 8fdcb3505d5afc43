import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startMessagedHub, until } from './started-hub.ts'
import { deliveryOf, textFrom } from './providers/chata-deliveries.ts'
import { startChataServer } from './providers/chata.ts'

test('a message of somebody in the roster is answered, a stranger’s is not', async (t) => {
  const provider = await startChataServer(t)
  const hub = await startMessagedHub(t, {
    roster: ['chata,+1 650 555 1234,ana@example.com,Ana'],
    surfaces: ['chat-a'],
    environment: provider.environment,
  })
  const address = hub.addressOf('chata')
  assert.equal((await provider.deliver(address, deliveryOf(textFrom('16505559999', '/say who am I')))).status, 200)
  assert.equal((await provider.deliver(address, deliveryOf(textFrom('16505551234', '/say hello Ana')))).status, 200)
  await until(() => provider.sent.length === 1)
  assert.equal(provider.sent[0]?.request.text.body, 'hello Ana')
})
