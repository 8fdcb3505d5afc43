import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deliveryOf, textFrom } from './providers/chata-deliveries.ts'
import { startChataServer } from './providers/chata.ts'
import { startMessagedHub } from './started-hub.ts'
import { until } from '../support/until.ts'

const [ANA, BEN] = ['16505551234', '16505550002']
const TURN_MS = 1500

test('messages wait for room for their turns and are all answered, one after the other [bridge.turn-limit-waits]', async (t) => {
  const provider = await startChataServer(t)
  const hub = await startMessagedHub(t, {
    roster: [`chata,${ANA},ana@example.com,Ana`, `chata,${BEN},ben@example.com,Ben`],
    surfaces: ['chat-a'],
    environment: { ...provider.environment, SVC_MAX_TURNS: '1' },
  })
  const written = [ANA, BEN].map((number) => textFrom(number, `/wait ${TURN_MS}\n/say for ${number}`))
  const since = Date.now()
  await provider.deliver(hub.addressOf('chata'), deliveryOf(...written))
  const answers = () => provider.sent.flatMap(({ request }) => request.text?.body ?? [])
  await until(() => answers().length === 2)
  assert.ok(Date.now() - since >= 2 * TURN_MS, 'side by side')
  assert.deepEqual(answers().toSorted(), [`for ${ANA}`, `for ${BEN}`].toSorted())
  const states = (await hub.messages()).map(({ state, attempts }) => [state, attempts])
  assert.ok(
    states.every(([, attempts]) => attempts === 1),
    JSON.stringify(states),
  )
})
