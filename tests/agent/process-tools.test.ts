import assert from 'node:assert/strict'
import { test } from 'node:test'
import { restrictedTools } from '#core/agent/tools/restricted.ts'
import type { Tool } from '#core/agent/tools/tool.ts'
import { builtInTools } from '#core/agent/tools/built-in.ts'
import { createToolDecisions } from '#core/audit/tool-decisions.ts'
import { WithCard } from '#core/agent/tools/with-card.ts'
import { accepted } from '#ground/base/result.ts'
import { systemClock } from '#ground/base/clock.ts'
import { finishTool } from '#features/work/tasks/finish-tool.ts'
import { defineTool, z } from '../../src/index.ts'
import { openTestAccess } from '../support/access.ts'
import { userSays } from '../support/agent.ts'
import { startProcessAgent } from '../support/process-agent.ts'
import { BACKENDS } from '../support/stores.ts'

const add = defineTool({
  name: 'add',
  description: 'Adds',
  input: z.object({ a: z.number(), b: z.number() }),
  readOnly: true,
  title: (_, state) => `Adding (${state})`,
  run: ({ a, b }, { caller }) => `${a + b} for ${caller.email}`,
})
const guarded = defineTool({
  name: 'guarded',
  description: 'Restricted',
  input: z.object({}),
  restricted: { capability: 'send_invoices', label: 'Send invoices', group: 'Money' },
  run: () => 'ran',
})
const pay = defineTool({
  name: 'pay',
  description: 'Pays',
  input: z.object({ amount: z.number() }),
  confirm: true,
  run: () => 'paid',
})

for (const how of ['http', 'stdio'])
  test(`Our tools reach the process as an MCP server over ${how}, and their calls are shown as our tools [agent.process.tools]`, async (t) => {
    const { run } = await startProcessAgent(t, {
      options: how === 'http' ? ['http'] : [],
      deps: { tools: [add, guarded], maySee: async () => false },
    })
    const listed = await run('/tools')
    assert.equal(listed.text, 'add')
    const { text, tools, error } = await run(
      '/tool add {"a":1,"b":2}\n/own other completed hub: add\n/tool add {"a":"x"}\n/tool nothing',
    )
    assert.equal(error, undefined)
    assert.match(text, /^3 for ada@example\.com/)
    assert.match(text, /failed: Invalid input for add: .*failed: There is no tool “nothing”/s)
    const exact = await run('/tool add {"a":7615917337495251231,"b":1.0}')
    assert.match(exact.text, /a: a JavaScript number cannot hold 7615917337495251231 exactly/)
    assert.deepEqual(
      tools.map(({ name, state, title }) => [name, state, title]),
      [
        ['add', 'running', 'Adding (running)'],
        ['add', 'done', 'Adding (done)'],
        ['add', 'running', 'Add'],
        ['add', 'failed', 'Add'],
        ['nothing', 'running', 'nothing'],
        ['nothing', 'failed', 'nothing'],
      ],
    )
  })

test('Tools narrow by surface, agent file and turn, and a turn may bring its own [agent.process.tools]', async (t) => {
  const agent = await startProcessAgent(t, { options: ['http'], deps: { tools: [add, pay] } })
  assert.equal((await agent.run('/tools')).text, 'add pay')
  assert.equal((await agent.run('/tools', { surface: 'webhook' })).text, 'add')
  assert.equal((await agent.run('/tools', { surface: 'webhook', addedTools: ['pay'] })).text, 'add pay')
  agent.edit({ surfaces: { webhook: { tools: ['pay'] } } })
  assert.equal((await agent.run('/tools', { surface: 'webhook' })).text, 'add pay')
  agent.edit({ tools: ['pay'], surfaces: {} })
  assert.equal((await agent.run('/tools', { surface: 'webhook' })).text, '')
  assert.equal((await agent.run('/tools')).text, 'pay')
  assert.equal((await agent.run('/tools', { overrides: { tools: [] } })).text, '')
  let ended = ''
  const finish: Tool = defineTool({
    name: 'finish',
    description: 'Ends the task',
    input: z.object({ summary: z.string() }),
    run: ({ summary }) => void (ended = summary),
  })
  await agent.run('/tool finish {"summary":"all done"}', { extraTools: [finish], runId: 'md:task:1' })
  assert.equal(ended, 'all done')
})

test('Once a call has ended the work, nothing else runs or is allowed [agent.process.finish]', async (t) => {
  const agent = await startProcessAgent(t, { options: ['http'], deps: { tools: [add] } })
  const ends: unknown[] = []
  const { text } = await agent.run(
    [
      '/tool finish {"status":"well"}',
      '/ask read files/a.md',
      '/tool finish {"status":"done","summary":"So"}',
      '/tool add {"a":1,"b":2}',
      '/tool finish {"status":"blocked","summary":"No"}',
      '/ask read files/a.md',
      '/read files/a.md',
    ].join('\n/say ##\n'),
    { extraTools: [finishTool((how) => ends.push(how))], runId: 'md:task:1' },
  )
  assert.deepEqual(ends, [{ status: 'done', summary: 'So' }])
  const [wrong, before, finished, ...after] = text.split('##').map((output) => output.trim())
  assert.match(wrong!, /^failed: Invalid input/)
  assert.equal(before, 'yes')
  assert.match(finished!, /^Noted/)
  const ended = /Nothing runs any more/
  assert.equal(after.length, 4)
  assert.match(after[0]!, ended)
  assert.match(after[1]!, ended)
  assert.equal(after[2], 'no')
  assert.match(after[3]!, /^error/)
})

test('A restricted tool is hidden from and refused to those without its capability, each call decided and recorded [agent.process.restricted]', async (t) => {
  const [{ store, access }] = await openTestAccess(t, BACKENDS[0]!)
  const decisions = createToolDecisions(store)
  const deps = restrictedTools({ access, decisions, hub: 'garden', clock: systemClock })
  const agent = await startProcessAgent(t, { options: ['http'], deps: { tools: [guarded], ...deps } })
  const ada = { caller: { email: 'ada@x.org', surface: 'chatapp', groups: [] } }
  assert.equal((await agent.run('/tools', ada)).text, '')
  assert.match((await agent.run('/tool guarded', ada)).text, /failed: guarded needs the capability/)
  await access.grant(
    { actor: { system: 'cli' } },
    {
      subject: 'ada@x.org',
      hub: 'garden',
      permission: 'send_invoices',
    },
  )
  assert.equal((await agent.run('/tools\n/tool guarded', ada)).text, 'guardedran')
  const { items } = await decisions.list({}, { limit: 10, offset: 0 })
  assert.deepEqual(
    items.map(({ subject, tool, outcome, chat_id }) => [subject, tool, outcome, chat_id]),
    [
      ['ada@x.org', 'guarded', 'allowed', 'chat-1'],
      ['ada@x.org', 'guarded', 'denied', 'chat-1'],
    ],
  )
})

test('A tool that needs confirmation makes a request and runs nothing [agent.process.restricted]', async (t) => {
  const proposed: unknown[] = []
  const agent = await startProcessAgent(t, {
    deps: {
      tools: [pay],
      proposeCall: async ({ tool, input, chatId }) => {
        proposed.push([tool.name, input, chatId])
        return accepted(new WithCard('Waits for a confirmation.', { change: { id: 'c1', summary: 'Pay' } }))
      },
    },
  })
  const { text, tools } = await agent.run('/tool pay {"amount":3}')
  assert.equal(text, 'Waits for a confirmation.')
  assert.equal(tools.at(-1)!.state, 'done')
  assert.deepEqual(proposed, [['pay', { amount: 3 }, 'chat-1']])
})

test('A process hands work to sub-agents, which are processes too, and their activity is shown below the call [agent.process.delegates]', async (t) => {
  const weeder = {
    id: 'weeder',
    name: 'Weeder',
    description: 'Pulls weeds',
    prompt: 'You pull weeds.',
    model: null,
    tools: null,
    maxTurns: 5,
    temperature: null,
  }
  const agent = await startProcessAgent(t, {
    options: ['http'],
    subAgents: [weeder],
    deps: { tools: [add] },
  })
  const task = '/tool add {"a":1,"b":1}\n/seen'
  const { text, tools, error } = await agent.run(
    `/say Asking.\n/tool delegates ${JSON.stringify({ agent: 'weeder', task })}`,
  )
  assert.equal(error, undefined)
  assert.match(text, /2 for ada@example\.com/)
  assert.match(text, /You pull weeds\./)
  const below = tools.filter(({ id }) => id.includes('/'))
  assert.deepEqual(
    below.map(({ title }) => title),
    ['Weeder: Adding (running)', 'Weeder: Adding (done)'],
  )
  assert.equal(agent.events.filter(({ name }) => name === 'started').length, 2)
  const again = await agent.run([userSays('/tool delegates {"agent":"nobody","task":"x"}')])
  assert.match(again.text, /failed: Invalid input for delegates/)
})

test('Handing work on has an end where every agent hands it on again [agent.process.delegates]', async (t) => {
  const again = {
    id: 'again',
    name: 'Again',
    description: '',
    prompt: 'You hand on.',
    model: null,
    tools: null,
    maxTurns: 5,
    temperature: null,
  }
  const agent = await startProcessAgent(t, { options: ['http'], subAgents: [again] })
  const handing = (task: string) => `/tool delegates ${JSON.stringify({ agent: 'again', task })}`
  const { text, error } = await agent.run(handing(handing(handing('/say deep'))))
  assert.equal(error, undefined)
  assert.match(text, /There is no tool “delegates”/)
})

test('A call made over and over is refused, and the turn goes on [agent.process.tools]', async (t) => {
  const { run } = await startProcessAgent(t, { options: ['http'], deps: { tools: [add] } })
  const { text } = await run(`${'/tool add {"a":1,"b":2}\n'.repeat(6)}/say after`)
  assert.match(text, /You have called add 5 times with the same input.*after$/s)
})

test('A running tool ends with the turn [agent.process.cancel]', async (t) => {
  const ended = Promise.withResolvers<void>()
  const wait = defineTool({
    name: 'wait',
    description: 'Waits',
    input: z.object({}),
    run: (_, { signal }) =>
      new Promise<string>((resolve) =>
        signal.addEventListener('abort', () => {
          ended.resolve()
          resolve('')
        }),
      ),
  })
  const { stream } = await startProcessAgent(t, {
    options: ['http'],
    deps: { tools: [wait, ...builtInTools] },
  })
  const stop = new AbortController()
  for await (const event of stream('/tool wait', { signal: stop.signal }))
    if (event.type === 'tool' && event.state === 'running') stop.abort()
  await ended.promise
})

test('A request without the token, from a page or with another host name does not reach the tools [agent.process.token]', async (t) => {
  const { run } = await startProcessAgent(t, { options: ['http'], deps: { tools: [add] } })
  const { text } = await run('/server')
  const { url, headers } = JSON.parse(text) as { url: string; headers: { name: string; value: string }[] }
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'add', arguments: { a: 1, b: 2 } },
  })
  const post = (more: Record<string, string>) =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...more },
      body,
    })
  const authorization = headers[0]!.value
  assert.match(url, /^http:\/\/127\.0\.0\.1:\d+\/mcp$/)
  assert.equal((await post({})).status, 401)
  assert.equal((await post({ authorization: 'Bearer wrong' })).status, 401)
  assert.equal((await post({ authorization, origin: 'http://127.0.0.1' })).status, 401)
  const between = await post({ authorization })
  assert.match(await between.text(), /No turn is running/)
})
