import assert from 'node:assert/strict'
import { test } from 'node:test'
import { person, saying, startTestBridge } from '../support/bridge.ts'
import { says, startUpstream } from '../support/upstream.ts'

test('a stream ends with the cost of its turn where a price is known, and with the model for managers only [bridge.answer-facts]', async (t) => {
  const models = { 'offline/*': { input: 10, output: 20 } }
  const bridge = await startTestBridge(t, {
    environment: { SVC_ACCESS: 'console', SVC_PRICES_FILE: 'prices.json' },
    files: { 'prices.json': JSON.stringify({ version: 'mine', models }) },
  })
  const timingFor = async (headers: Record<string, string>) => {
    const stream = await (await bridge.complete(saying('/say one two', { stream: true }), headers)).text()
    const line = stream.split('\n').find((line) => line.includes('"type":"timing"'))
    assert.ok(line, stream)
    return JSON.parse(line.replace('data: ', '')).svc
  }
  const manager = await timingFor({ ...person('ann@example.com'), 'x-chatapp-user-role': 'admin' })
  assert.equal(manager.cost_micro_usd, 70) // three input tokens at 10, two output tokens at 20
  assert.match(manager.model, /^offline\//)
})

test('an answer without a stream names the model that answered, for managers only [bridge.answer-facts] [models.named]', async (t) => {
  await using upstream = await startUpstream()
  upstream.otherwise((answer, request) =>
    request.body.model === 'first'
      ? answer.status(401, { error: { message: 'wrong key' } })
      : says('Hello')(answer, request),
  )
  const bridge = await startTestBridge(t, {
    environment: {
      SVC_ACCESS: 'console',
      SVC_MODEL: 'compatible/first, compatible/second',
      SVC_MODEL_BASE_URL: upstream.url,
    },
  })
  const manager = { ...person('ann@example.com'), 'x-chatapp-user-role': 'admin' }
  const answer = async (headers: Record<string, string>) =>
    (await (await bridge.complete(saying('hi'), headers)).json()) as {
      model: string
      svc?: { model: string }
    }
  const { model, svc } = await answer(manager)
  assert.equal(model, 'garden')
  assert.equal(svc?.model, 'compatible/second')
  const [turn] = await bridge.history()
  assert.equal(turn?.['model'], 'compatible/second')
})

test('a turn without a price and for a person who manages nothing has neither [bridge.answer-facts]', async (t) => {
  const models = { 'offline/*': null }
  const bridge = await startTestBridge(t, {
    environment: { SVC_PRICES_FILE: 'prices.json' },
    files: { 'prices.json': JSON.stringify({ version: 'mine', models }) },
  })
  const stream = await (
    await bridge.complete(saying('/say one two', { stream: true }), person('bob@example.com'))
  ).text()
  assert.match(stream, /"svc":\{"type":"timing","overhead_ms":[\d.]+\}/)
})

test('instructions for the operator after a failure of the model are for managers only, and other people get a sentence in their language [bridge.person-failures]', async (t) => {
  const model = { SVC_MODEL: 'openai/gpt-5', OPENAI_API_KEY: '' }
  const managed = await startTestBridge(t, { environment: { ...model, SVC_ACCESS: 'console' } })
  const open = await startTestBridge(t, { environment: model })
  const messageFor = async (headers: Record<string, string>, bridge = open) => {
    const { error } = await (await bridge.complete(saying('Hello'), headers)).json()
    assert.equal(error.code, 'model_unauthorized')
    return error.message as string
  }
  const bob = person('bob@example.com')
  const ann = { ...person('ann@example.com'), 'x-chatapp-user-role': 'admin' }
  assert.match(await messageFor(ann, managed), /API_KEY/)
  assert.match(await messageFor({}), /API_KEY/, 'the owner of the bridge key')
  assert.equal(
    await messageFor(bob),
    'The agent’s model does not accept the Hub’s key. Tell an administrator.',
  )
  assert.match(await messageFor({ ...bob, 'accept-language': 'de' }), /nimmt den Schlüssel des Hubs nicht an/)
})
