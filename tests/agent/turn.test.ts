import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defineTool, z } from '../../src/index.ts'
import { startTestAgent, userSays } from '../support/agent.ts'
import { testClock } from '../support/clock.ts'
import { calls, says, startUpstream } from '../support/upstream.ts'
import { NO_COPIES } from '../support/agent-chats.ts'

const add = defineTool({
  name: 'add',
  description: 'Adds two numbers',
  input: z.object({ a: z.number(), b: z.number() }),
  run: ({ a, b }) => String(a + b),
})

test('a tool call goes round: the model asks, the tool runs, the model answers with its result [agent.turn.tools]', async (t) => {
  await using upstream = await startUpstream()
  upstream.script(calls({ name: 'add', input: { a: 2, b: 3 } }), says('It is 5.'))
  const agent = await startTestAgent(t, { upstream: upstream.url, tools: [add] })
  const { text, tools, finish } = await agent.run('2+3?')
  assert.equal(text, 'It is 5.')
  assert.deepEqual(
    tools.map(({ id, name, state, title }) => ({ id, name, state, title })),
    [
      { id: 'call_1', name: 'add', state: 'running', title: 'Add' },
      { id: 'call_1', name: 'add', state: 'done', title: 'Add' },
    ],
  )
  assert.equal(finish?.reason, 'stop')
  const [first, second] = upstream.requests
  assert.deepEqual(first?.body.tools?.[0]?.function.parameters, {
    type: 'object',
    properties: { a: { type: 'number', description: 'a' }, b: { type: 'number', description: 'b' } },
    required: ['a', 'b'],
    additionalProperties: false,
  })
  assert.deepEqual(second?.body.messages?.slice(-2), [
    {
      role: 'assistant',
      content: '',
      tool_calls: [
        { id: 'call00000', type: 'function', function: { name: 'add', arguments: '{"a":2,"b":3}' } },
      ],
    },
    { role: 'tool', tool_call_id: 'call00000', content: '5' },
  ])
})

test('a model that uses a call id again in its next answer still gives two separate tool activities [agent.turn.tools]', async (t) => {
  await using upstream = await startUpstream()
  const again = calls({ name: 'add', input: { a: 2, b: 3 }, id: 'same' })
  upstream.script(again, again, says('Done.'))
  const agent = await startTestAgent(t, { upstream: upstream.url, tools: [add] })
  const { tools } = await agent.run('2+3?')
  assert.deepEqual(
    tools.map(({ id, state }) => `${id} ${state}`),
    ['same running', 'same done', 'same~2 running', 'same~2 done'],
  )
})

test('usage is summed over the steps and recorded once for the turn [agent.turn.usage]', async (t) => {
  await using upstream = await startUpstream()
  upstream.script(calls({ name: 'add', input: { a: 2, b: 3 } }), says('5'))
  const agent = await startTestAgent(t, { upstream: upstream.url, tools: [add] })
  const { finish } = await agent.run('2+3?')
  assert.deepEqual(finish?.usage, { input: 18, output: 8, cached: 0, reasoning: 0 })
  const { startedAt, durationMs, ...entry } = agent.usage[0]!
  assert.equal(agent.usage.length, 1)
  assert.ok(startedAt > 0 && durationMs >= 0)
  assert.deepEqual(entry, {
    hub: 'test',
    email: 'ada@example.com',
    surface: 'chatapp',
    chatId: 'chat-1',
    runId: null,
    model: 'compatible/test-model',
    outcome: 'stop',
    input: 18,
    output: 8,
    cached: 0,
    reasoning: 0,
    calls: [
      { input: 11, output: 5, cached: 0 },
      { input: 7, output: 3, cached: 0 },
    ],
  })
})

test('several calls of one answer run at the same time and are answered in order [agent.turn.parallel]', async (t) => {
  await using upstream = await startUpstream()
  const both = Promise.withResolvers<void>()
  let started = 0
  const meet = defineTool({
    name: 'meet',
    description: 'Waits for the other',
    input: z.object({ who: z.string() }),
    run: async ({ who }) => {
      if (++started === 2) both.resolve()
      await both.promise // would never resolve if the calls ran one after the other
      return who
    },
  })
  upstream.script(
    calls({ name: 'meet', input: { who: 'a' } }, { name: 'meet', input: { who: 'b' } }),
    says('met'),
  )
  const agent = await startTestAgent(t, { upstream: upstream.url, tools: [meet] })
  await agent.run('meet')
  const results = upstream.requests[1]?.body.messages?.filter(({ role }) => role === 'tool')
  assert.deepEqual(
    results?.map(({ tool_call_id, content }) => [tool_call_id, content]),
    [
      ['call00000', 'a'],
      ['call00001', 'b'],
    ],
  )
})

test('text before and after a tool call becomes separate paragraphs [agent.turn.tools]', async (t) => {
  await using upstream = await startUpstream()
  upstream.script((answer, request) => {
    answer.text('Let me add.')
    return calls({ name: 'add', input: { a: 1, b: 1 } })(answer, request)
  }, says('It is 2.'))
  const agent = await startTestAgent(t, { upstream: upstream.url, tools: [add] })
  assert.equal((await agent.run('1+1?')).text, 'Let me add.\n\nIt is 2.')
})

test('max_turns ends the turn with a clear sentence and finish length [agent.turn.max-turns]', async (t) => {
  await using upstream = await startUpstream()
  upstream.otherwise(calls({ name: 'add', input: { a: 1, b: 1 } }))
  const agent = await startTestAgent(t, { upstream: upstream.url, tools: [add], agent: { maxTurns: 3 } })
  const { text, finish, tools } = await agent.run('for ever')
  assert.match(text, /more than 3 steps.*max_turns/)
  assert.equal(finish?.reason, 'length')
  assert.equal(upstream.requests.length, 3)
  assert.equal(tools.filter(({ state }) => state === 'done').length, 2)
})

test('the system prompt is the agent’s own, the date and the chat’s files [agent.turn.system-prompt]', async (t) => {
  await using upstream = await startUpstream()
  upstream.script(says('ok'))
  const agent = await startTestAgent(t, {
    upstream: upstream.url,
    clock: testClock(Date.UTC(2026, 10, 20, 23, 59)),
    agent: { prompt: 'You are a gardener.' },
  })
  await agent.run('hi', {
    files: {
      folder: agent.chatFolder,
      list: async () => [{ filename: 'plan.pdf', size: 1234, contentType: 'application/pdf' }],
      save: () => assert.fail('nothing is saved here'),
      ...NO_COPIES,
    },
  })
  assert.equal(
    upstream.requests[0]?.body.messages?.[0]?.content,
    'You are a gardener.\n\nToday is Friday, 2026-11-20 (UTC).\n\nFiles of this chat:\n- chat/plan.pdf (application/pdf, 1234 bytes)',
  )
})

test('the date is that of the turn’s time zone, else of the account’s, else of the Hub’s; a sub-agent gets the same [agent.turn.time-zone]', async (t) => {
  await using upstream = await startUpstream()
  const agent = await startTestAgent(t, {
    upstream: upstream.url,
    clock: testClock(Date.UTC(2026, 10, 20, 23, 59)),
    subAgents: [
      {
        id: 'helper',
        name: 'Helper',
        description: 'Helps',
        model: null,
        tools: null,
        maxTurns: 30,
        temperature: null,
        prompt: 'You help.',
      },
    ],
    deps: {
      timeZone: 'Asia/Tokyo',
      timeZoneOf: async (email) => (email === 'kim@example.com' ? 'Pacific/Auckland' : null),
    },
  })
  const callerOf = (email: string | null) => ({ email, surface: 'messaging', groups: [] })
  for (const [timeZone, email, day] of [
    [undefined, null, 'Today is Saturday, 2026-11-21 (Asia/Tokyo).'],
    [undefined, 'ann@example.com', 'Today is Saturday, 2026-11-21 (Asia/Tokyo).'],
    [undefined, 'kim@example.com', 'Today is Saturday, 2026-11-21 (Pacific/Auckland).'],
    ['America/Lima', 'kim@example.com', 'Today is Friday, 2026-11-20 (America/Lima).'],
  ] as const) {
    upstream.script(
      calls({ name: 'delegates', input: { agent: 'helper', task: 'Look.' } }),
      says('a'),
      says('b'),
    )
    await agent.run('hi', { chatId: `chat of ${day} ${email}`, timeZone, caller: callerOf(email) })
    const prompts = upstream.requests.slice(-3).map(({ body }) => String(body.messages?.[0]?.content))
    assert.deepEqual(
      prompts.map((prompt) => prompt.includes(day)),
      [true, true, true],
      day,
    )
  }
})

test('history and prompt reach the model as they are [agent.turn.system-prompt]', async (t) => {
  await using upstream = await startUpstream()
  upstream.script(says('ok'))
  const agent = await startTestAgent(t, { upstream: upstream.url })
  await agent.run([userSays('a'), { role: 'assistant', text: 'b', toolCalls: [] }, userSays('c')])
  assert.deepEqual(
    upstream.requests[0]?.body.messages?.slice(1).map(({ role, content }) => [role, content]),
    [
      ['user', 'a'],
      ['assistant', 'b'],
      ['user', 'c'],
    ],
  )
})

test('aborting a turn aborts the running tool and doesn’t wait for one that ignores it [agent.abort]', async (t) => {
  await using upstream = await startUpstream()
  const entered = Promise.withResolvers<AbortSignal>()
  const stubborn = defineTool({
    name: 'stubborn',
    description: 'Never ends',
    input: z.object({}),
    run: (_, { signal }) => {
      entered.resolve(signal)
      return new Promise(() => {})
    },
  })
  upstream.script(calls({ name: 'stubborn', input: {} }))
  const agent = await startTestAgent(t, { upstream: upstream.url, tools: [stubborn] })
  const stop = new AbortController()
  const running = agent.run('go', { signal: stop.signal })
  const toolSignal = await entered.promise
  assert.equal(toolSignal.aborted, false)
  stop.abort()
  const { finish } = await running
  assert.equal(toolSignal.aborted, true)
  assert.equal(finish?.reason, 'aborted')
  assert.equal(upstream.requests.length, 1)
  assert.deepEqual(
    agent.usage.map(({ outcome, input }) => [outcome, input]),
    [['aborted', 11]],
  )
})

test('aborting a turn ends a decision that is still open, and the tool never runs [agent.abort]', async (t) => {
  await using upstream = await startUpstream()
  const asked = Promise.withResolvers<void>()
  let ran = false
  const guarded = defineTool({
    name: 'guarded',
    description: 'Restricted',
    input: z.object({}),
    restricted: { capability: 'c', label: 'l', group: 'g' },
    run: () => (ran = true),
  })
  upstream.script(calls({ name: 'guarded', input: {} }))
  const agent = await startTestAgent(t, {
    upstream: upstream.url,
    tools: [guarded],
    deps: {
      mayUse: () => {
        asked.resolve()
        return new Promise(() => {})
      },
    },
  })
  const stop = new AbortController()
  const running = agent.run('go', { signal: stop.signal })
  await asked.promise
  stop.abort()
  assert.equal((await running).finish?.reason, 'aborted')
  assert.equal(ran, false)
})

test('a turn that is already aborted asks the model nothing and is recorded [agent.abort]', async (t) => {
  await using upstream = await startUpstream()
  const agent = await startTestAgent(t, { upstream: upstream.url })
  const { finish } = await agent.run('hi', { signal: AbortSignal.abort() })
  assert.equal(finish?.reason, 'aborted')
  assert.equal(upstream.requests.length, 0)
  assert.equal(agent.usage.length, 1)
})

test('a ledger that fails doesn’t fail the turn, and the loss is logged [agent.turn.usage]', async (t) => {
  const agent = await startTestAgent(t, {
    deps: { recordUsage: () => Promise.reject(new Error('disk full')) },
  })
  const { text, error } = await agent.run('/say fine')
  assert.equal(error, undefined)
  assert.equal(text, 'fine')
  assert.deepEqual(
    agent.events.filter(({ name }) => name === 'usageLost').map(({ fields }) => fields['reason']),
    ['Error: disk full'],
  )
})

test('turns of several people run at the same time without mixing [agent.turn.concurrent]', async (t) => {
  await using upstream = await startUpstream()
  upstream.otherwise((answer, { body }) =>
    says(`for ${String(body.messages?.at(-1)?.content)}`)(answer, {} as never),
  )
  const agent = await startTestAgent(t, { upstream: upstream.url })
  const names = Array.from({ length: 50 }, (_, n) => `person-${n}`)
  const outcomes = await Promise.all(names.map((name) => agent.run(name)))
  assert.deepEqual(
    outcomes.map(({ text }) => text),
    names.map((name) => `for ${name}`),
  )
  assert.equal(agent.usage.length, 50)
})
