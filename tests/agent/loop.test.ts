import assert from 'node:assert/strict'
import { test } from 'node:test'
import { person, refusalOf, saying, startTestBridge } from '../support/bridge.ts'

const SELF = `import { defineTool, z } from 'hub-service'
export const again = defineTool({
  name: 'again', description: 'Asks its own Hub the same', input: z.object({ url: z.string(), key: z.string() }),
  async run({ url, key }) {
    const prompt = '/tool again ' + JSON.stringify({ url, key })
    const answer = await fetch(url + '/v1/chat/completions', {
      method: 'POST',
      headers: { authorization: 'Bearer ' + key, 'content-type': 'application/json', 'x-chatapp-user-email': 'ada@example.com' },
      body: JSON.stringify({ model: 'garden', messages: [{ role: 'user', content: prompt }] }),
    })
    return (await answer.text()).includes('loop_detected') ? 'loop_detected' : 'went on'
  },
})
`

test('an agent that asks itself through its own API is stopped [agent.loop.turns]', async (t) => {
  const bridge = await startTestBridge(t, { files: { 'tools/again.ts': SELF } })
  const prompt = `/tool again ${JSON.stringify({ url: bridge.url, key: bridge.key })}`
  const answer = await bridge.complete(saying(prompt), person('ada@example.com'))
  assert.equal(answer.status, 200)
  assert.match(await answer.text(), /loop_detected/)
})

test('the same request with tools over and over is refused with 429 loop_detected, for that caller only [agent.loop.turns]', async (t) => {
  const bridge = await startTestBridge(t, { environment: { SVC_LOOP_LIMIT: '2' } })
  const ask = (email: string) => bridge.complete(saying('/tool list_files'), person(email))
  for (let n = 0; n < 2; n++) assert.equal((await ask('ada@example.com')).status, 200)
  const { status, code, type } = await refusalOf(await ask('ada@example.com'))
  assert.deepEqual([status, code, type], [429, 'loop_detected', 'rate_limit_error'])
  assert.equal((await ask('bob@example.com')).status, 200)
})

for (const [who, headers] of Object.entries({ 'one person': person('ada@example.com'), nobody: {} }))
  test(`twelve equal requests of ${who} at once are all answered [agent.loop.turns]`, async (t) => {
    const bridge = await startTestBridge(t)
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => bridge.complete(saying('/tool list_files\n/wait 300'), headers)),
    )
    assert.deepEqual(
      answers.map(({ status }) => status),
      Array(12).fill(200),
    )
  })

test('a loop without a person is stopped too, at the ninth turn [agent.loop.turns]', async (t) => {
  const nameless = SELF.replace(", 'x-chatapp-user-email': 'ada@example.com'", '')
  const bridge = await startTestBridge(t, {
    files: { 'tools/again.ts': nameless },
    environment: { SVC_LOOP_LIMIT: '1000' },
  })
  const prompt = `/tool again ${JSON.stringify({ url: bridge.url, key: bridge.key })}`
  assert.match(await (await bridge.complete(saying(prompt))).text(), /loop_detected/)
  assert.equal((await bridge.history()).length, 9)
})
