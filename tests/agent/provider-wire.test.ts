import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pngOf } from '../support/png.ts'
import { defineTool, z } from '../../src/index.ts'
import { ModelFailure, type TurnMessage } from '#core/agent/model/model.ts'
import { startTestAgent, userSays } from '../support/agent.ts'
import { calls, says, startUpstream, type UpstreamScript } from '../support/upstream.ts'

const PROVIDERS = ['openai', 'anthropic', 'google', 'compatible'] as const

const fixture =
  (name: string): UpstreamScript =>
  (answer) =>
    answer.file(new URL(`../fixtures/providers/${name}.sse`, import.meta.url))

/** Error bodies from the providers' documentation. */
const ERRORS: Record<(typeof PROVIDERS)[number], (status: number, message: string) => object> = {
  openai: (_status, message) => ({
    error: { message, type: 'invalid_request_error', param: null, code: null },
  }),
  anthropic: (_status, message) => ({ type: 'error', error: { type: 'invalid_request_error', message } }),
  google: (code, message) => ({ error: { code, message, status: 'INVALID_ARGUMENT' } }),
  compatible: (_status, message) => ({ error: { message } }),
}

const TOO_LONG: Record<(typeof PROVIDERS)[number], [message: string, limit: number]> = {
  openai: [
    "This model's maximum context length is 128000 tokens. However, your messages resulted in 130000 tokens.",
    128_000,
  ],
  anthropic: ['prompt is too long: 215000 tokens > 200000 maximum', 200_000],
  google: [
    'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
    1_048_576,
  ],
  compatible: ['the request exceeds the available context size (4096 tokens), try increasing it', 4096],
}

test('compatible: text that arrives together is passed on together, in order [agent.provider.stream]', async (t) => {
  const delta = (some: object) => `data: ${JSON.stringify({ choices: [{ index: 0, delta: some }] })}\n\n`
  await using upstream = await startUpstream()
  upstream.otherwise((answer) =>
    answer.raw(
      delta({ reasoning_content: 'Let me ' }) +
        delta({ reasoning_content: 'see.' }) +
        delta({ content: 'One ' }) +
        delta({ content: 'two' }) +
        `data: ${JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })}\n\n` +
        'data: [DONE]\n\n',
    ),
  )
  const agent = await startTestAgent(t, { upstream: upstream.url, tools: [] })
  const { events } = await agent.run('hi')
  assert.deepEqual(events.slice(0, -1), [
    { type: 'reasoning', text: 'Let me see.' },
    { type: 'text', text: 'One two' },
  ])
})

for (const provider of PROVIDERS) {
  for (const [status, code, times] of [
    [400, 'bad_request', 1],
    [401, 'unauthorized', 1],
    [403, 'unauthorized', 1],
    [404, 'bad_request', 1],
    [429, 'rate_limited', 3],
    [500, 'unavailable', 3],
    [503, 'unavailable', 3],
    [529, 'unavailable', 3],
  ] as const)
    test(`${provider}: status ${status} becomes ${code} in words for people, asked ${times} times [agent.provider.failures]`, async (t) => {
      await using upstream = await startUpstream()
      upstream.otherwise((answer) =>
        answer.status(status, ERRORS[provider](status, 'it went wrong'), { 'retry-after-ms': '0' }),
      )
      const agent = await startTestAgent(t, { upstream: upstream.url, provider: { provider }, tools: [] })
      const { error } = await agent.run('hi')
      assert.ok(error instanceof ModelFailure, String(error))
      assert.deepEqual([error.code, error.status], [code, status])
      assert.match(error.message, /^(OpenAI|Anthropic|Google|The model server) /)
      if (status === 400) assert.match(error.message, /it went wrong/)
      assert.equal(upstream.requests.length, times)
    })

  test(`${provider}: a conversation that is too long has its own error, with the size [agent.provider.failures]`, async (t) => {
    await using upstream = await startUpstream()
    const [message, limit] = TOO_LONG[provider]
    upstream.otherwise((answer) => answer.status(400, ERRORS[provider](400, message)))
    const agent = await startTestAgent(t, { upstream: upstream.url, provider: { provider }, tools: [] })
    const { error } = await agent.run('hi')
    assert.ok(error instanceof ModelFailure, String(error))
    assert.deepEqual([error.code, error.limit], ['too_long', limit])
  })

  test(`${provider}: models that support pictures and documents get them, and others get a note [agent.provider.request]`, async (t) => {
    await using upstream = await startUpstream()
    upstream.otherwise(fixture(`${provider}-answer`))
    const agent = await startTestAgent(t, { upstream: upstream.url, provider: { provider }, tools: [] })
    const file = (mediaType: string, filename: string, data: string | Buffer) =>
      ({ type: 'file', mediaType, filename, data: Buffer.from(data) }) as const
    const parts = [
      { type: 'text', text: 'look' } as const,
      file('image/png', 'a.png', pngOf(3)),
      file('application/pdf', 'b.pdf', 'document!'),
      file('application/zip', 'c.zip', 'archive!'),
    ]
    const { error } = await agent.run([{ role: 'user', parts }])
    assert.equal(error, undefined)
    const sent = JSON.stringify(upstream.requests[0]!.body)
    assert.ok(sent.includes(pngOf(3).toString('base64')))
    assert.equal(sent.includes(Buffer.from('document!').toString('base64')), provider !== 'compatible')
    assert.equal(
      sent.includes('[Attached file: b.pdf (application/pdf, 9 bytes)]') && sent.includes('document!'),
      provider === 'compatible',
    )
    assert.ok(sent.includes('[Attached file: c.zip (application/zip, 8 bytes)]'))
  })
}

const tool = (name: string) => defineTool({ name, description: 'x', input: z.object({}), run: () => '' })

const NAMED_TOOLS: Record<(typeof PROVIDERS)[number], string> = {
  openai: "Invalid schema for function 'second': array schema missing items.",
  anthropic: 'tools.1.custom.input_schema: JSON schema is invalid.',
  google: '* GenerateContentRequest.tools[0].function_declarations[1].parameters: missing field.',
  compatible: 'tools[1].function.parameters: array schema missing items, key test-key',
}

test('a refused tool is left out, reported once, and the turn continues [agent.provider.refused-tools]', async (t) => {
  for (const provider of PROVIDERS) {
    await using upstream = await startUpstream()
    upstream.script((answer) => answer.status(400, ERRORS[provider](400, NAMED_TOOLS[provider])))
    upstream.otherwise(fixture(`${provider}-answer`))
    const tools = [tool('first'), tool('second'), tool('third')]
    const agent = await startTestAgent(t, { upstream: upstream.url, provider: { provider }, tools })
    for (const prompt of ['hi', 'again']) assert.match((await agent.run(prompt)).text, /It is 5\.$/)
    const sent = upstream.requests.map(({ text }) =>
      ['first', 'second', 'third'].filter((name) => text.includes(`"name":"${name}"`)),
    )
    assert.deepEqual(
      sent,
      [
        ['first', 'second', 'third'],
        ['first', 'third'],
        ['first', 'third'],
      ],
      provider,
    )
    const model = `${provider}/test-model`
    assert.deepEqual(
      agent.events.filter(({ name }) => name === 'modelAdapted').map(({ fields }) => fields),
      [{ model, status: 400, what: 'tool second' }],
    )
    const [problem, ...others] = agent.problems()
    assert.match(problem!.message, /^the tool “second” is left out: .* refused the request \(400\)/)
    assert.doesNotMatch(problem!.message, /test-key/)
    assert.equal(others.length, 0)
  }
})

test('a tool named in an internal error of the server is left out at once [agent.provider.refused-tools]', async (t) => {
  await using upstream = await startUpstream()
  const message = 'odd__rec: recursive refs unsupported'
  upstream.script((answer) => answer.status(500, ERRORS.compatible(500, message)))
  upstream.otherwise(fixture('compatible-answer'))
  const tools = [tool('odd__re'), tool('odd__rec')]
  const agent = await startTestAgent(t, {
    upstream: upstream.url,
    provider: { provider: 'compatible' },
    tools,
  })
  assert.match((await agent.run('hi')).text, /It is 5\.$/)
  const sent = upstream.requests.map(({ body }) => body.tools!.map(({ function: { name } }) => name))
  assert.deepEqual(sent, [['odd__re', 'odd__rec'], ['odd__re']])
  assert.equal(agent.events.filter(({ name }) => name === 'modelRetried').length, 0)
})

test('a call whose arguments arrived under another call runs with its own arguments [agent.provider.calls]', async (t) => {
  await using upstream = await startUpstream()
  const chunk = (calls: object[], reason: string | null = null) =>
    `data: ${JSON.stringify({ choices: [{ index: 0, delta: { tool_calls: calls }, finish_reason: reason }] })}\n\n`
  upstream.script(
    (answer) =>
      answer.raw(
        chunk([{ index: 0, id: 'a', function: { name: 'wipe', arguments: '' } }]) +
          chunk([{ index: 0, id: 'b', function: { name: 'pay', arguments: '' } }]) +
          chunk([{ index: 0, function: { arguments: '{"folder":"x"}' } }]) +
          chunk([{ index: 0, function: { arguments: '{"to":"B"}' } }], 'tool_calls') +
          'data: [DONE]\n\n',
      ),
    says('done'),
  )
  const seen: unknown[] = []
  const input = z.object({ folder: z.string().optional(), to: z.string().optional() })
  const tools = ['wipe', 'pay'].map((name) =>
    defineTool({ name, description: 'x', input, run: (given) => void seen.push([name, given]) }),
  )
  const agent = await startTestAgent(t, { upstream: upstream.url, tools })
  assert.equal((await agent.run('hi')).error, undefined)
  assert.deepEqual(
    new Map(seen as [string, object][]),
    new Map<string, object>([
      ['wipe', { folder: 'x' }],
      ['pay', { to: 'B' }],
    ]),
  )
})

test('a call with a key that the provider gets under another name reaches the tool with its own [agent.provider.tool-schemas]', async (t) => {
  await using upstream = await startUpstream()
  upstream.script(calls({ name: 'find', input: { filter: 'a' } }), says('done'))
  const seen: unknown[] = []
  const input = z.object({ $filter: z.string(), tags: z.array(z.any()).optional() })
  const find = defineTool({ name: 'find', description: 'x', input, run: (given) => void seen.push(given) })
  const agent = await startTestAgent(t, { upstream: upstream.url, tools: [find] })
  assert.equal((await agent.run('find')).error, undefined)
  assert.deepEqual(seen, [{ $filter: 'a' }])
  const [first, second] = upstream.requests
  assert.deepEqual(first!.body.tools![0]!.function.parameters.properties, {
    filter: { type: 'string', description: '$filter' },
    tags: { type: 'array', items: {}, description: 'tags' },
  })
  assert.match(second!.text, /"arguments":"\{\\"filter\\":\\"a\\"\}"/)
  const client = { name: 'mine', description: '', inputSchema: find.inputSchema }
  upstream.script(calls({ name: 'mine', input: { filter: 'b' } }))
  const { events } = await agent.run('mine', { clientTools: [client] })
  const called = events.find((event) => event.type === 'client-calls')
  assert.deepEqual(
    called?.calls.map(({ name, input }) => [name, input]),
    [['mine', '{"$filter":"b"}']],
  )
})

test('an answer of thoughts alone that the token limit cuts says so [agent.turn.thoughts-only]', async (t) => {
  await using upstream = await startUpstream()
  upstream.script((answer) => (answer.reasoning('Hm, hm, hm'), answer.finish('length'), answer.done()))
  const agent = await startTestAgent(t, { upstream: upstream.url, tools: [] })
  const { text, finish } = await agent.run('hi')
  assert.match(text, /cut off: the model used all the tokens .* for its thoughts/)
  assert.equal(finish?.reason, 'length')
})

const schema = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
}
const responseFormat = { type: 'json', name: 'city', schema, strict: true } as const

test('the provider’s own way to a given format is used where it has one [agent.provider.format]', async (t) => {
  const seen: Record<string, unknown> = {}
  for (const [provider, name] of [
    ['openai', 'gpt-5'],
    ['anthropic', 'claude-sonnet-4-5'],
    ['google', 'gemini-2.5-pro'],
  ] as const) {
    await using upstream = await startUpstream()
    upstream.otherwise(fixture(`${provider}-answer`))
    const agent = await startTestAgent(t, { upstream: upstream.url, provider: { provider, name }, tools: [] })
    const { text } = await agent.run('city?', { responseFormat })
    assert.equal(text, 'It is 5.')
    assert.equal(upstream.requests.length, 1)
    seen[provider] = upstream.requests[0]!.body
  }
  const { openai, anthropic, google } = seen as Record<string, Record<string, Record<string, unknown>>>
  assert.deepEqual(openai!['text']!['format'], { type: 'json_schema', name: 'city', schema, strict: true })
  assert.match(JSON.stringify(anthropic), /"json_schema".*"city"/)
  assert.equal(google!['generationConfig']!['responseMimeType'], 'application/json')
})

test('an older Anthropic model gets the format as text, and its answer is repaired [agent.provider.format]', async (t) => {
  await using upstream = await startUpstream()
  upstream.otherwise(fixture('anthropic-answer'))
  const provider = { provider: 'anthropic', name: 'claude-3-5-haiku-latest' }
  const agent = await startTestAgent(t, { upstream: upstream.url, provider, tools: [] })
  const { error } = await agent.run('city?', { responseFormat })
  assert.ok(error instanceof ModelFailure)
  assert.equal(error.code, 'bad_answer')
  assert.equal(upstream.requests.length, 2)
  assert.match(JSON.stringify(upstream.requests[0]!.body.messages), /valid against this JSON Schema/)
})

test('an empty answer in a conversation is left out for providers that refuse one [agent.provider.request]', async (t) => {
  for (const provider of ['openai', 'anthropic', 'google'] as const) {
    await using upstream = await startUpstream()
    upstream.script(fixture(`${provider}-answer`))
    const agent = await startTestAgent(t, { upstream: upstream.url, provider: { provider }, tools: [] })
    const empty: TurnMessage = { role: 'assistant', text: '', toolCalls: [] }
    const { error } = await agent.run([userSays('one'), empty, userSays('two')])
    assert.equal(error, undefined)
    assert.doesNotMatch(upstream.requests[0]!.text, /"(?:content|parts)":\[\]|"role":"(?:assistant|model)"/)
  }
})

test('Anthropic gets the ends of the cached prefix: tools, system and the newest turns [agent.provider.cache]', async (t) => {
  await using upstream = await startUpstream()
  upstream.script(fixture('anthropic-answer'))
  const agent = await startTestAgent(t, {
    upstream: upstream.url,
    provider: { provider: 'anthropic' },
    tools: [tool('first'), tool('last')],
  })
  const talk: TurnMessage[] = [
    userSays('one'),
    { role: 'assistant', text: 'two', toolCalls: [] },
    userSays('three'),
    { role: 'assistant', text: 'four', toolCalls: [] },
    userSays('five'),
  ]
  await agent.run(talk)
  const { body } = upstream.requests[0]!
  const marked = (value: unknown) => JSON.stringify(value).includes('"cache_control":{"type":"ephemeral"}')
  assert.deepEqual((body.tools as unknown[]).map(marked), [false, true])
  assert.deepEqual((body['system'] as unknown[]).map(marked), [true])
  assert.deepEqual(body.messages!.map(marked), [false, false, true, false, true])
})
