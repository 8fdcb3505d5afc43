import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { refusalOf, saying, startTestBridge } from '../support/bridge.ts'
import { calls, says, startUpstream, type UpstreamScript } from '../support/upstream.ts'

const weather = {
  type: 'function' as const,
  function: {
    name: 'weather',
    description: 'Weather of a city',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
}

async function bridgeWith(t: TestContext, ...scripts: UpstreamScript[]) {
  const upstream = await startUpstream()
  t.after(() => upstream[Symbol.asyncDispose]())
  upstream.script(...scripts)
  const environment = { SVC_MODEL: 'compatible/test', SVC_MODEL_BASE_URL: upstream.url }
  return { upstream, bridge: await startTestBridge(t, { environment }) }
}

test('a call of a client’s tool ends the answer with tool_calls, and its result goes on [bridge.client-tools]', async (t) => {
  const { upstream, bridge } = await bridgeWith(
    t,
    calls({ name: 'weather', input: { city: 'Rome' } }),
    says('It is sunny.'),
  )
  const client = bridge.client()
  const messages: Parameters<typeof client.chat.completions.create>[0]['messages'] = [
    { role: 'user', content: 'Weather in Rome?' },
  ]
  const first = await client.chat.completions.create({ model: 'garden', messages, tools: [weather] })
  const [choice] = first.choices
  assert.equal(choice!.finish_reason, 'tool_calls')
  assert.equal(choice!.message.content, null)
  const [call] = choice!.message.tool_calls!
  assert.ok(call?.type === 'function')
  assert.deepEqual([call.function.name, JSON.parse(call.function.arguments)], ['weather', { city: 'Rome' }])
  const offered = upstream.requests[0]!.body.tools!.map((tool) => tool.function.name)
  assert.ok(offered.includes('weather') && offered.includes('list_files'), offered.join())

  messages.push(choice!.message, { role: 'tool', tool_call_id: call.id, content: 'sunny' })
  const second = await client.chat.completions.create({ model: 'garden', messages, tools: [weather] })
  assert.equal(second.choices[0]!.message.content, 'It is sunny.')
  const sent = upstream.requests[1]!.body.messages!
  assert.deepEqual(sent.at(-1), { role: 'tool', tool_call_id: 'call00000', content: 'sunny' })
  assert.deepEqual((sent.at(-2)!.tool_calls as { id: string }[])[0]!.id, 'call00000')
})

test('the official client runs its own tools to the end, streamed [bridge.client-tools]', async (t) => {
  const { bridge } = await bridgeWith(
    t,
    calls({ name: 'weather', input: { city: 'Rome' } }),
    says('Sunny it is.'),
  )
  const asked: string[] = []
  const runner = bridge.client().chat.completions.runTools({
    model: 'garden',
    stream: true,
    messages: [{ role: 'user', content: 'Weather in Rome?' }],
    tools: [
      {
        type: 'function',
        function: {
          ...weather.function,
          parse: JSON.parse,
          function: ({ city }: { city: string }) => {
            asked.push(city)
            return 'sunny'
          },
        },
      },
    ],
  })
  assert.equal(await runner.finalContent(), 'Sunny it is.')
  assert.deepEqual(asked, ['Rome'])
})

test('called beside the agent’s tools, those run first and their results are stored for the follow-up [bridge.client-tools]', async (t) => {
  const { upstream, bridge } = await bridgeWith(
    t,
    calls({ name: 'list_files', input: {}, id: 'a1' }),
    calls(
      { name: 'list_files', input: {}, id: 'b1' },
      { name: 'weather', input: { city: 'Rome' }, id: 'b2' },
    ),
    says('Done.'),
  )
  const client = bridge.client()
  const user = { role: 'user' as const, content: 'Files and weather?' }
  const first = await client.chat.completions.create({ model: 'garden', messages: [user], tools: [weather] })
  const { message } = first.choices[0]!
  assert.equal(message.tool_calls!.length, 1)
  const result = { role: 'tool' as const, tool_call_id: message.tool_calls![0]!.id, content: 'sunny' }
  await client.chat.completions.create({
    model: 'garden',
    messages: [user, message, result],
    tools: [weather],
  })
  const sent = upstream.requests[2]!.body.messages!.slice(1)
  assert.deepEqual(
    sent.map(({ role, tool_calls, tool_call_id }) => [
      role,
      tool_call_id ?? (tool_calls as { id: string }[] | undefined)?.map(({ id }) => id).join(),
    ]),
    [
      ['user', undefined],
      ['assistant', 'call00000'],
      ['tool', 'call00000'],
      ['assistant', 'call00001'],
      ['tool', 'call00001'],
      ['assistant', 'call00002'],
      ['tool', 'call00002'],
    ],
  )
})

test('a follow-up after a restart continues from the client’s messages [bridge.client-tools]', async (t) => {
  const { upstream, bridge } = await bridgeWith(
    t,
    calls({ name: 'weather', input: { city: 'Rome' } }),
    says('Sunny.'),
  )
  const user = { role: 'user' as const, content: 'Weather?' }
  const first = await bridge
    .client()
    .chat.completions.create({ model: 'g', messages: [user], tools: [weather] })
  const { message } = first.choices[0]!
  await bridge[Symbol.asyncDispose]()
  const again = await bridge.restart()
  const result = { role: 'tool' as const, tool_call_id: message.tool_calls![0]!.id, content: 'sunny' }
  const second = await again
    .client()
    .chat.completions.create({ model: 'g', messages: [user, message, result], tools: [weather] })
  assert.equal(second.choices[0]!.message.content, 'Sunny.')
  assert.deepEqual(upstream.requests[1]!.body.messages!.at(-1), {
    role: 'tool',
    tool_call_id: 'call00000',
    content: 'sunny',
  })
})

test('a client’s tool may not have the name of one of the agent’s, nor of another [bridge.client-tools]', async (t) => {
  const bridge = await startTestBridge(t)
  const named = (...names: string[]) => ({
    tools: names.map((name) => ({ type: 'function', function: { name } })),
  })
  const taken = await refusalOf(await bridge.complete(saying('hi', named('fine', 'list_files'))))
  assert.deepEqual(
    [taken.status, taken.param, taken.code],
    [400, 'tools[1].function.name', 'tool_name_taken'],
  )
  const twice = await refusalOf(await bridge.complete(saying('hi', named('a', 'a'))))
  assert.deepEqual([twice.status, twice.param], [400, 'tools[1].function.name'])
})

test('tool_choice reaches the model for the first step only, so that a forced tool is not called for ever [bridge.client-tools]', async (t) => {
  const { upstream, bridge } = await bridgeWith(t, calls({ name: 'list_files', input: {} }), says('Done.'))
  const tool_choice = { type: 'function', function: { name: 'list_files' } }
  await (await bridge.complete(saying('hi', { tool_choice }))).json()
  assert.deepEqual(upstream.requests[0]!.body['tool_choice'], tool_choice)
  assert.equal(upstream.requests[1]!.body['tool_choice'], undefined)
})

test('the model gets only the tools that a client allows [bridge.client-tools]', async (t) => {
  const { upstream, bridge } = await bridgeWith(
    t,
    calls({ name: 'save_file', input: { filename: 'x.txt', content: 'x' } }),
    says('No.'),
    says('Fine.'),
  )
  const allowing = (mode: string, ...names: string[]) =>
    bridge.complete(
      saying('hi', {
        tools: [weather],
        tool_choice: {
          type: 'allowed_tools',
          allowed_tools: { mode, tools: names.map((name) => ({ type: 'function', function: { name } })) },
        },
      }),
    )
  const offered = () => upstream.requests.at(-1)!.body.tools!.map((tool) => tool.function.name)
  assert.equal((await allowing('required', 'weather', 'list_files')).status, 200)
  assert.deepEqual(
    [offered(), upstream.requests[0]!.body['tool_choice']],
    [['list_files', 'weather'], 'required'],
  )
  assert.match(JSON.stringify(upstream.requests[1]!.body.messages!.at(-1)), /There is no tool/)
  assert.equal((await allowing('auto', 'weather')).status, 200)
  assert.deepEqual([offered(), upstream.requests[2]!.body['tool_choice']], [['weather'], 'auto'])
  const unknown = await refusalOf(await allowing('auto', 'weather', 'nothing'))
  assert.deepEqual([unknown.status, unknown.param], [400, 'tool_choice.allowed_tools.tools[1].function.name'])
  assert.match(unknown.message, /“nothing”/)
  const none = await refusalOf(await allowing('auto'))
  assert.deepEqual([none.status, none.param], [400, 'tool_choice.allowed_tools.tools'])
})

test('a refusal and an empty result in a client’s history reach the model as text [bridge.client-tools]', async (t) => {
  const { upstream, bridge } = await bridgeWith(t, says('ok'))
  const call = { id: 'a', type: 'function', function: { name: 'weather', arguments: '{}' } }
  const messages = [
    { role: 'user', content: 'one' },
    { role: 'assistant', content: null, refusal: 'I will not.' },
    { role: 'user', content: 'two' },
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: 'a', content: null },
    { role: 'user', content: 'three' },
  ]
  assert.equal((await bridge.complete({ messages, tools: [weather] })).status, 200)
  const sent = upstream.requests[0]!.body.messages!
  assert.equal(sent[2]!.content, 'I will not.')
  assert.equal(sent.find(({ role }) => role === 'tool')!.content, '')
})

test('an unknown tool cannot be forced, and messages name the invalid field [bridge.client-tools]', async (t) => {
  const { upstream, bridge } = await bridgeWith(t)
  const hi = { messages: [{ role: 'user', content: 'Hi' }] }
  const image = [{ role: 'user', content: [{ type: 'input_image', file_id: 'file-1' }] }]
  const named = { type: 'function', name: 'none' }
  for (const [path, body, param, message] of [
    [
      'chat/completions',
      { ...hi, tool_choice: { type: 'function', function: { name: 'none' } } },
      'tool_choice',
      /no tool named “none”/,
    ],
    [
      'chat/completions',
      { ...hi, tools: [weather], tool_choice: { type: 'function' } },
      'tool_choice.function',
      /required, expected object/,
    ],
    ['chat/completions', { messages: [{ content: 'Hi' }] }, 'messages[0].role', /expected one of/],
    ['responses', { input: 'Hi', tool_choice: named }, 'tool_choice', /no tool named “none”/],
    [
      'responses',
      { input: 'Hi', tool_choice: { type: 'function' } },
      'tool_choice.name',
      /required, expected string/,
    ],
    [
      'responses',
      { input: 'Hi', tools: [{ type: null, name: 'a' }] },
      'tools[0].type',
      /required, expected function/,
    ],
    ['responses', { input: image }, 'input[0].content[0]', /bytes of an image or a file/],
    [
      'responses',
      {
        input: [{ role: 'user', content: [{ type: 'input_file', filename: 'a.txt', file_data: 'aGVsbG8' }] }],
      },
      'input[0].content[0]',
      /padding/,
    ],
    ['responses/input_tokens', { input: 'Hi' }, null, /does not offer/],
    ['responses/compact', {}, null, /does not offer/],
  ] as const) {
    const answer = await bridge.fetch(`/v1/${path}`, { method: 'POST', body: JSON.stringify(body) })
    const { error } = (await answer.json()) as { error: { param: string | null; message: string } }
    assert.deepEqual([answer.status, error.param], [400, param], JSON.stringify(body))
    assert.match(error.message, message)
    assert.doesNotMatch(error.message, /undefined/)
  }
  assert.equal(upstream.requests.length, 0)
})
