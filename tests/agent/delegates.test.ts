import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SubAgent } from '#ground/hub/hub.ts'
import { builtInTools } from '#core/agent/tools/built-in.ts'
import { defineTool, z } from '../../src/index.ts'
import { startTestAgent, userSays } from '../support/agent.ts'
import { calls, says, startUpstream } from '../support/upstream.ts'

const subAgent = (more: Partial<SubAgent> = {}): SubAgent => ({
  id: 'researcher',
  name: 'Researcher',
  description: 'Finds things',
  model: null,
  tools: null,
  maxTurns: 30,
  temperature: null,
  prompt: 'You research.',
  ...more,
})
const handing = (task: string, agent = 'researcher') => `/tool delegates ${JSON.stringify({ agent, task })}`

test('a sub-agent gets the task, its answer is returned, and its acts are shown [agent.delegates.activity]', async (t) => {
  const agent = await startTestAgent(t, { subAgents: [subAgent()] })
  const { text, tools, finish } = await agent.run(handing('/tool list_files\n/say found nothing'))
  assert.match(text, /There are no files\.\s+found nothing/)
  assert.deepEqual(
    tools.map(({ id, state, title }) => [id.split('/').length, state, title]),
    [
      [1, 'running', 'Researcher is at work'],
      [2, 'running', 'Researcher: Listing files'],
      [2, 'done', 'Researcher: Listed files'],
      [1, 'done', 'Researcher is done'],
    ],
  )
  assert.equal(finish?.reason, 'stop')
  assert.equal(tools[1]?.id.split('/')[0], tools[0]?.id)
})

test('a sub-agent has its own prompt, model settings and conversation, and nothing of the chat [agent.delegates.own]', async (t) => {
  await using upstream = await startUpstream()
  upstream.script(
    calls({ name: 'delegates', input: { agent: 'researcher', task: 'Look it up.' } }),
    says('found'),
    says('ok'),
  )
  const agent = await startTestAgent(t, {
    upstream: upstream.url,
    subAgents: [subAgent({ temperature: 0.1 })],
  })
  await agent.run([
    userSays('secret of the chat'),
    { role: 'assistant', text: 'yes', toolCalls: [] },
    userSays('go'),
  ])
  const [main, sub] = upstream.requests
  const offered = main?.body.tools?.find((tool) => tool.function.name === 'delegates')?.function
  // On servers with constrained decoding, the schema's enum prevents a model from naming other agents.
  const { agent: named } = offered!.parameters['properties'] as { agent: { enum?: string[] } }
  assert.deepEqual(named.enum, ['researcher'])
  assert.match(String(sub?.body.messages?.[0]?.content), /^You research\./)
  assert.deepEqual(
    sub?.body.messages?.slice(1).map(({ content }) => content),
    ['Look it up.'],
  )
  assert.equal((sub?.body as { temperature?: number } | undefined)?.temperature, 0.1)
  assert.deepEqual(
    agent.usage.map(({ chatId }) => chatId),
    ['chat-1', 'chat-1'],
  )
})

test('a sub-agent’s own list narrows its tools; without one it has the agent’s [agent.delegates.tools]', async (t) => {
  const agent = await startTestAgent(t, {
    agent: { tools: ['delegates', 'list_files'] },
    subAgents: [subAgent(), subAgent({ id: 'reader', tools: ['read_file'] })],
  })
  assert.match((await agent.run(handing('/tool read_file {"path":"files/a"}'))).text, /no tool “read_file”/)
  assert.match((await agent.run(handing('/tool list_files', 'reader'))).text, /no tool “list_files”/)
  assert.match((await agent.run(handing('/tool list_files'))).text, /There are no files/)
})

test('agents hand work on twice at most [agent.delegates.depth]', async (t) => {
  const agent = await startTestAgent(t, { subAgents: [subAgent()] })
  const { text } = await agent.run(handing(handing(handing('/say too deep'))))
  assert.match(text, /There is no tool “delegates”/)
  assert.doesNotMatch(text, /^too deep/m)
  assert.match((await agent.run(handing(handing('/say deep enough')))).text, /deep enough/)
})

test('sub-agents share the steps of the turn, and the agent keeps one to answer [agent.delegates.budget]', async (t) => {
  await using upstream = await startUpstream()
  const look = defineTool({
    name: 'look',
    description: 'Looks',
    input: z.object({ n: z.number() }),
    run: () => 'seen',
  })
  let n = 0
  const delegating = calls({ name: 'delegates', input: { agent: 'researcher', task: 'work' } })
  upstream.otherwise((answer, request) => {
    const isSub = String(request.body.messages?.[0]?.content).startsWith('You research')
    if (isSub) return calls({ name: 'look', input: { n: n++ } })(answer, request)
    return request.body.messages?.at(-1)?.role === 'tool'
      ? says('so be it')(answer, request)
      : delegating(answer, request)
  })
  const agent = await startTestAgent(t, {
    upstream: upstream.url,
    tools: [look],
    agent: { maxTurns: 5 },
    subAgents: [subAgent()],
  })
  const { text, finish } = await agent.run('go')
  assert.equal(text, 'so be it')
  assert.equal(finish?.reason, 'stop')
  assert.equal(upstream.requests.length, 5)
})

test('cancelling the turn cancels the sub-agent’s tools [agent.delegates.cancel]', async (t) => {
  const entered = Promise.withResolvers<AbortSignal>()
  const hang = defineTool({
    name: 'hang',
    description: 'Hangs',
    input: z.object({}),
    run: (_, { signal }) => {
      entered.resolve(signal)
      return new Promise(() => {})
    },
  })
  const agent = await startTestAgent(t, { tools: [hang], subAgents: [subAgent()] })
  const stop = new AbortController()
  const running = agent.run(handing('/tool hang'), { signal: stop.signal })
  const signal = await entered.promise
  stop.abort()
  assert.equal((await running).finish?.reason, 'aborted')
  assert.equal(signal.aborted, true)
  assert.deepEqual(agent.usage.map(({ outcome }) => outcome).toSorted(), ['aborted', 'aborted'])
})

test('a restricted tool is decided for the caller, whichever agent calls it [agent.delegates.restricted]', async (t) => {
  const asked: (string | null)[] = []
  const guarded = defineTool({
    name: 'guarded',
    description: 'Restricted',
    input: z.object({}),
    restricted: { capability: 'send_invoices', label: 'Send invoices', group: 'Money' },
    run: () => assert.fail('it ran'),
  })
  const agent = await startTestAgent(t, {
    tools: [guarded],
    subAgents: [subAgent()],
    deps: {
      mayUse: async (_, { email }) => {
        asked.push(email)
        return { allowed: false, reason: 'not you' }
      },
    },
  })
  assert.match((await agent.run(handing('/tool guarded'))).text, /not you/)
  assert.deepEqual(asked, ['ada@example.com'])
})

test('an unknown agent or an empty task comes back in one clear line [agent.tools.input]', async (t) => {
  const agent = await startTestAgent(t, { subAgents: [subAgent()] })
  const { tools } = await agent.run(handing('x', 'nobody'))
  assert.equal(tools[1]?.error, 'Invalid input for delegates: agent: expected one of researcher')
  assert.match(
    (await agent.run(handing(' '))).tools[1]?.error ?? '',
    /^Invalid input for delegates: task: [^\n]+$/,
  )
})

test('without sub-agents there is no such tool [agent.delegates.tools]', async (t) => {
  const agent = await startTestAgent(t, { tools: builtInTools })
  assert.match((await agent.run('/tool delegates {}')).text, /no tool “delegates”/)
})
