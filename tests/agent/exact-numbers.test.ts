import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { parseJson } from '#ground/base/json/parse.ts'
import { defineTool, z } from '../../src/index.ts'
import { listedTools } from '#surfaces/mcp/tools.ts'
import { startTestAgent } from '../support/agent.ts'
import { startMcpHub } from '../support/mcp-hub.ts'
import { startMcpWebServer } from '../support/mcp-web-server.ts'
import { calls, says, startUpstream } from '../support/upstream.ts'

const ID = '7615917337495251231'

const echo = defineTool({
  name: 'add',
  description: 'Gives its input back',
  input: z.object({ a: z.unknown(), b: z.unknown() }),
  run: (input) => JSON.stringify(input),
})

const fixture = async (name: string) =>
  (await readFile(new URL(`../fixtures/providers/${name}.sse`, import.meta.url), 'utf8'))
    .replaceAll(/(\\*"a\\*": ?)2/g, `$1${ID}`)
    .replaceAll(/(\\*"b\\*": ?)3/g, '$11.10')

for (const [provider, call, answer] of [
  ['compatible', 'compatible-reasoning-tool-call', 'compatible-answer'],
  ['anthropic', 'anthropic-thinking-tool-call', 'anthropic-answer'],
  ['google', 'google-tool-call', 'google-answer'],
  ['openai', 'openai-reasoning-tool-call', 'openai-answer'],
] as const)
  test(`${provider}: a tool gets the digits the model wrote, and the model its own call again [agent.numbers]`, async (t) => {
    await using upstream = await startUpstream()
    const [first, second] = [await fixture(call), await fixture(answer)]
    upstream.script(
      (reply) => reply.raw(first) ?? reply.done(),
      (reply) => reply.raw(second) ?? reply.done(),
    )
    const agent = await startTestAgent(t, { upstream: upstream.url, provider: { provider }, tools: [echo] })
    const { tools, error } = await agent.run('2+3?')
    assert.equal(error, undefined)
    assert.match(tools.at(-1)?.result ?? '', new RegExp(`"a":${ID},"b":1\\.1\\b`))
    const sent = upstream.requests[1]!.text
    assert.equal(sent.split(ID).length - 1, 2, 'in the call and in its result')
  })

test('a whole answer with arguments as an object keeps their digits [agent.numbers]', async (t) => {
  await using upstream = await startUpstream()
  const message = (args: string) =>
    `{"choices":[{"index":0,"finish_reason":"tool_calls","message":{"tool_calls":[{"id":"c1","function":{"name":"add","arguments":${args}}}]}}]}`
  upstream.script((reply) => reply.whole(message(`{"a":${ID},"b":[-0,1e400]}`)), says('ok'))
  const agent = await startTestAgent(t, { upstream: upstream.url, tools: [echo] })
  const { tools } = await agent.run('go')
  assert.equal(JSON.parse(JSON.stringify(tools.at(-1)!.result)), `{"a":${ID},"b":[0,1e400]}`)
})

test('a tool with a number refuses numbers that JavaScript cannot represent, and accepts all others [agent.numbers]', async (t) => {
  await using upstream = await startUpstream()
  const pay = defineTool({
    name: 'pay',
    description: 'Pays',
    input: z.object({ id: z.number(), price: z.number(), more: z.array(z.coerce.number()).optional() }),
    run: (input) => JSON.stringify(input),
  })
  upstream.script(
    calls(
      { name: 'pay', input: `{"id":${ID},"price":1.10}` },
      { name: 'pay', input: `{"id":1.0,"price":12345678901234567.89}` },
      { name: 'pay', input: '{"id":1,"price":1e400}' },
      { name: 'pay', input: `{"id":1,"price":1,"more":[1e400]}` },
      { name: 'pay', input: '{"id":12.0,"price":0.1234567890123456789}' },
    ),
    says('ok'),
  )
  const agent = await startTestAgent(t, { upstream: upstream.url, tools: [pay] })
  await agent.run('go')
  const answers = upstream.requests[1]!.body.messages!.filter(({ role }) => role === 'tool')
  const cause = (name: string, digits: string) =>
    `Invalid input for pay: ${name}: a JavaScript number cannot hold ${digits} exactly; use text`
  assert.deepEqual(
    answers.map(({ content }) => content),
    [
      cause('id', ID),
      cause('price', '12345678901234567.89'),
      cause('price', '1e400'),
      cause('more.0', '1e400'),
      '{"id":12,"price":0.12345678901234568}',
    ],
  )
})

const json = (response: ServerResponse, body: string) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end(body)
const events = (response: ServerResponse, body: string) =>
  response.writeHead(200, { 'content-type': 'text/event-stream' }).end(body)

for (const [form, send] of [
  ['JSON', json],
  ['an event', (to, body) => events(to, `event: message\nid: 1\ndata: ${body}\n\n`)],
  [
    'an event of several lines',
    (to, body) => events(to, `data: ${body.replaceAll(',', ',\r\ndata: ')}\r\n\r\n`),
  ],
] satisfies [string, typeof json][])
  test(`an outside server gets the digits the model wrote, and its data in ${form} keep theirs [agent.numbers]`, async (t) => {
    const bodies: string[] = []
    const web = await startMcpWebServer(t, {
      answer({ call, body }, response) {
        if (call !== 'tools/call') return false
        bodies.push(body)
        const { id } = JSON.parse(body) as { id: number }
        const data = `{"id":${ID},"prices":[1.10,1e400,-0,"é"],"n":1}`
        const result = `{"resultType":"complete","content":[{"type":"text","text":"Found"}],"structuredContent":${data}}`
        send(response, `{"jsonrpc":"2.0","id":${id},"result":${result}}`)
        return true
      },
    })
    const { ready, call } = await startMcpHub(t, { garden: { url: web.url } })
    await ready()
    const given = `{"name":"Ada","id":${ID},"deep":[{"price":1.10}]}`
    const answer = await call('garden__greet', parseJson(given))
    assert.ok(bodies[0]!.includes(`"arguments":${given}`), bodies[0])
    assert.equal(answer, `Text:\nFound\n\nStructured data:\n{"id":${ID},"prices":[1.10,1e400,-0,"é"],"n":1}`)
  })

test('the schema of an outside tool keeps its digits up to the model and to our own clients [agent.numbers]', async (t) => {
  const web = await startMcpWebServer(t, {
    answer({ call, body }, response) {
      if (call !== 'tools/list') return false
      const { id } = JSON.parse(body) as { id: number }
      const schema = `{"type":"object","properties":{"id":{"enum":[${ID},1.0],"default":${ID}},"price":{"maximum":1e400}}}`
      const tools = `[{"name":"find","description":"Finds","inputSchema":${schema}}]`
      json(response, `{"jsonrpc":"2.0","id":${id},"result":{"resultType":"complete","tools":${tools}}}`)
      return true
    },
  })
  const { ready, tool } = await startMcpHub(t, { garden: { url: web.url } })
  await ready()
  const found = tool('garden__find')
  const properties = `{"id":{"enum":[${ID},1],"default":${ID}},"price":{"maximum":1e400}}`
  assert.ok(JSON.stringify(found.inputSchema).includes(properties), JSON.stringify(found.inputSchema))
  const [listed] = listedTools({ specs: [], names: [found.name], get: () => found })
  assert.ok(JSON.stringify(listed).includes(properties), JSON.stringify(listed))
})
